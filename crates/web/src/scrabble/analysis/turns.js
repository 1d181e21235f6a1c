"use strict";
// Shows the turns of an analysed game one by one; without it, all are shown.
(() => {
  const steps = [...document.querySelectorAll(".step")];
  const byId = (id) => document.getElementById(id);
  let at = 0;

  const show = (to) => {
    at = Math.max(0, Math.min(steps.length - 1, to));
    steps.forEach((step, index) => { step.hidden = index !== at; });
    byId("at").value = at;
    byId("at").setAttribute("aria-valuetext", steps[at].querySelector("h3").textContent);
  };

  const named = () => {
    const index = steps.findIndex((step) => `#${step.id}` === location.hash);
    if (index < 0) return;
    show(index);
    steps[index].scrollIntoView();
  };

  // These use the arrow keys themselves.
  const takesKeys = (element) => element.closest("input, textarea, select, .scroll");

  document.querySelector(".steps").hidden = false;
  byId("first").onclick = () => show(0);
  byId("back").onclick = () => show(at - 1);
  byId("next").onclick = () => show(at + 1);
  byId("last").onclick = () => show(steps.length - 1);
  byId("at").oninput = (event) => show(Number(event.target.value));
  document.addEventListener("keydown", (event) => {
    if (takesKeys(event.target) || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "ArrowLeft") show(at - 1);
    if (event.key === "ArrowRight") show(at + 1);
  });
  window.addEventListener("hashchange", named);
  // a link to the board that is already named does not change the address
  document.addEventListener("click", (event) => {
    if (event.target.closest(`a[href="${location.hash}"]`)) named();
  });
  show(0);
  named();
})();

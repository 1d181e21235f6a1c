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
  };

  const named = () => {
    const index = steps.findIndex((step) => `#${step.id}` === location.hash);
    if (index < 0) return;
    show(index);
    steps[index].scrollIntoView();
  };

  document.querySelector(".steps").hidden = false;
  byId("first").onclick = () => show(0);
  byId("back").onclick = () => show(at - 1);
  byId("next").onclick = () => show(at + 1);
  byId("last").onclick = () => show(steps.length - 1);
  byId("at").oninput = (event) => show(Number(event.target.value));
  document.addEventListener("keydown", (event) => {
    if (event.target === byId("at") || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "ArrowLeft") show(at - 1);
    if (event.key === "ArrowRight") show(at + 1);
  });
  window.addEventListener("hashchange", named);
  show(0);
  named();
})();

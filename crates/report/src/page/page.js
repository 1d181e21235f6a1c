"use strict";
// Conveniences of the page: light or dark, replay commands, copying. The page is complete without
// them.
(() => {
  const root = document.documentElement;
  root.classList.add("has-script");
  const byId = (id) => document.getElementById(id);

  // The choice is shared with the pages of a server that shows this one. A browser may refuse to keep it.
  const kept = () => { try { return localStorage.getItem("scheme"); } catch { return null; } };
  const keep = (choice) => { try { localStorage.setItem("scheme", choice); } catch { /* it lasts as long as the page */ } };
  const scheme = byId("scheme");
  if (["light", "dark"].includes(kept())) { root.dataset.scheme = kept(); }
  const isDark = () => root.dataset.scheme
    ? root.dataset.scheme === "dark"
    : matchMedia("(prefers-color-scheme: dark)").matches;
  const showScheme = () => { scheme.textContent = isDark() ? "Light" : "Dark"; };
  scheme.addEventListener("click", () => {
    root.dataset.scheme = isDark() ? "light" : "dark";
    keep(root.dataset.scheme);
    showScheme();
  });
  showScheme();

  const copyBySelection = (text) => {
    const area = document.createElement("textarea");
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  };
  const copy = async (text, button) => {
    try { await navigator.clipboard.writeText(text); } catch { copyBySelection(text); }
    button.focus();
    button.textContent = "Copied";
    setTimeout(() => { button.textContent = "Copy"; }, 1500);
  };

  const panel = byId("replay");
  let chosen = null;
  const choose = (mark) => {
    chosen?.classList.remove("chosen");
    chosen = mark;
    mark.classList.add("chosen");
    const player = mark.parentNode.dataset.label;
    byId("replay-game").textContent = "Game " + mark.dataset.game + (player ? ", " + player : "");
    byId("replay-command").textContent = mark.closest("[data-replay]").dataset.replay + mark.dataset.game;
    panel.hidden = false;
  };
  // selecting by keyboard moves the focus to the panel; closing it returns the focus
  const chooseByKey = (mark) => {
    choose(mark);
    byId("replay-copy").focus();
  };
  const close = () => {
    panel.hidden = true;
    chosen?.focus();
  };
  byId("replay-copy").addEventListener("click", (event) =>
    copy(byId("replay-command").textContent, event.currentTarget));
  byId("replay-close").addEventListener("click", close);

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-copy]");
    if (button) { copy(button.dataset.copy, button); }
    const mark = event.target.closest("[data-game]");
    // a click without a pointer comes from the keyboard
    if (mark) { (event.detail === 0 ? chooseByKey : choose)(mark); }
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !panel.hidden) { close(); }
    const mark = event.target.closest(".points [data-game]");
    if (!mark) { return; }
    const steps = { ArrowRight: "next", ArrowDown: "next", ArrowLeft: "previous", ArrowUp: "previous" };
    if (event.key in steps) {
      event.preventDefault();
      const other = mark[steps[event.key] + "ElementSibling"];
      if (other) {
        mark.tabIndex = -1;
        other.tabIndex = 0;
        other.focus();
      }
    }
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      chooseByKey(mark);
    }
  });

  // print collapsed sections, too
  let opened = [];
  addEventListener("beforeprint", () => {
    opened = [...document.querySelectorAll("details:not([open])")];
    for (const details of opened) { details.open = true; }
  });
  addEventListener("afterprint", () => {
    for (const details of opened) { details.open = false; }
  });

  for (const mark of document.querySelectorAll(".points [data-game]")) {
    mark.setAttribute("role", "button");
    mark.setAttribute("aria-label", mark.parentNode.dataset.label + ", game " + mark.dataset.game);
  }
})();

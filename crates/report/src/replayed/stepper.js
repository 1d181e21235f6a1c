"use strict";
// Shows a game step by step in the elements of `.stepper`: lettergameSteps(game, start, follow). `follow` hears the
// number of each step that is shown, from 1.
(() => {
  const byId = (id) => document.getElementById(id);
  const SVG = "http://www.w3.org/2000/svg";
  let game = { steps: [] };
  let follow = () => {};
  // the first steps of all rounds
  let rounds = [];
  let at = 0;
  let timer = 0;

  const element = (name, text, kind) => {
    const made = document.createElement(name);
    made.textContent = text;
    if (kind) made.className = kind;
    return made;
  };

  const drawn = (name, attributes) => {
    const made = document.createElementNS(SVG, name);
    Object.entries(attributes).forEach(([key, value]) => made.setAttribute(key, value));
    return made;
  };

  const stop = () => {
    clearInterval(timer);
    timer = 0;
    byId("play").textContent = "Play";
  };

  // The points of each seat over the steps, with a line where a round begins.
  const draw = () => {
    const { steps } = game;
    const points = steps.map((step) => step.points || []);
    const all = points.flat();
    const [low, high] = [Math.min(0, ...all), Math.max(1, ...all)];
    const up = (value) => 100 - (100 * (value - low)) / (high - low);
    const last = Math.max(1, steps.length - 1);
    const chart = byId("points");
    chart.setAttribute("viewBox", `0 0 ${last} 100`);
    const marks = rounds.map((number) => drawn("path", { d: `M${number} 0V100`, class: "round" }));
    const lines = (points[0] || []).map((_, seat) => drawn("path", {
      d: points.map((own, number) => `${number ? "L" : "M"}${number} ${up(own[seat])}`).join(""),
      class: game.players[seat].class,
    }));
    chart.replaceChildren(...marks, ...lines.reverse(), drawn("path", { id: "here", d: "M0 0V100" }));
    byId("most").textContent = high;
    byId("players").replaceChildren(...game.players.map((player) => element("li", player.name, player.class)));
    chart.parentNode.hidden = lines.length === 0;
    document.querySelectorAll(".stepper .rounds").forEach((button) => { button.hidden = rounds.length < 2; });
  };

  const show = (to) => {
    const { steps } = game;
    at = Math.max(0, Math.min(steps.length - 1, to));
    byId("at").value = at;
    follow(at + 1);
    byId("of").textContent = `${at + 1} of ${steps.length}`;
    byId("here").setAttribute("d", `M${at} 0V100`);
    const { round } = steps[at];
    const parts = [];
    if (round) parts.push(element("h2", `Round ${round}`));
    // everything of this round up to this step
    let from = at;
    while (from > 0 && steps[from - 1].round === round && (round || at - from < 12)) from -= 1;
    for (let number = from; number <= at; number += 1) {
      const step = steps[number];
      step.lines.forEach((line) => parts.push(element("p", line, number === at ? "now" : "past")));
      (step.review || []).forEach((line) => parts.push(element("p", line, "judged")));
    }
    byId("picture").innerHTML = (steps[at].picture || "").replace("<!--ground-->", () => game.ground);
    byId("steps").replaceChildren(...parts);
    byId("steps").scrollTop = byId("steps").scrollHeight;
    if (at === steps.length - 1) stop();
  };

  window.lettergameSteps = (replayed, start, told) => {
    stop();
    game = replayed;
    follow = told;
    rounds = [...game.steps.keys()].filter((number) => {
      const { round } = game.steps[number];
      return round && (number === 0 || game.steps[number - 1].round !== round);
    });
    byId("at").max = game.steps.length - 1;
    byId("game").hidden = false;
    draw();
    show(start - 1);
  };

  byId("first").onclick = () => show(0);
  byId("back").onclick = () => show(at - 1);
  byId("next").onclick = () => show(at + 1);
  byId("last").onclick = () => show(game.steps.length - 1);
  byId("round-back").onclick = () => {
    const before = rounds.filter((number) => number < at);
    show(before.length ? before[before.length - 1] : 0);
  };
  byId("round-next").onclick = () => {
    const after = rounds.find((number) => number > at);
    show(after ?? game.steps.length - 1);
  };
  byId("at").oninput = (event) => show(Number(event.target.value));
  byId("points").onclick = (event) => {
    const { left, width } = byId("points").getBoundingClientRect();
    show(Math.round(((event.clientX - left) / width) * (game.steps.length - 1)));
  };
  byId("play").onclick = () => {
    if (timer) {
      stop();
      return;
    }
    if (at === game.steps.length - 1) show(0);
    byId("play").textContent = "Pause";
    timer = setInterval(() => (byId("game").hidden ? stop() : show(at + 1)), 700);
  };
  document.addEventListener("keydown", (event) => {
    if (byId("game").hidden || event.target === byId("at") || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.target.matches?.("input, select, textarea")) return;
    if (event.key === "ArrowLeft") show(at - 1);
    if (event.key === "ArrowRight") show(at + 1);
  });
})();

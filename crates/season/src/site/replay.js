"use strict";
// Shows the game that the address names, #MATCH-GAME or #MATCH-GAME-STEP, step by step. Games come as scripts, because a page that
// was opened from a disk may not read other files: one for each match, or one for each game from a server.
(() => {
  const byId = (id) => document.getElementById(id);
  const waiting = new Map();
  let steps = [];
  let ground = "";
  let shown = "";
  let at = 0;
  let timer = 0;

  const unpacked = async (text) => {
    const bytes = Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Response(stream).json();
  };

  // called by each script of games
  window.lettergame = (name, packed) => waiting.get(name)(unpacked(packed));

  const gamesIn = (name) => new Promise((resolve, reject) => {
    waiting.set(name, resolve);
    const script = document.createElement("script");
    script.src = `games/${name}.js`;
    script.onerror = () => reject(new Error("it is not part of this site"));
    document.head.append(script);
  });

  const element = (name, text, kind) => {
    const made = document.createElement(name);
    made.textContent = text;
    if (kind) made.className = kind;
    return made;
  };

  const stop = () => {
    clearInterval(timer);
    timer = 0;
    byId("play").textContent = "Play";
  };

  const show = (to) => {
    at = Math.max(0, Math.min(steps.length - 1, to));
    byId("at").value = at;
    // the address leads here again
    history.replaceState(null, "", `#${shown}-${at + 1}`);
    byId("of").textContent = `${at + 1} of ${steps.length}`;
    const round = steps[at].round;
    const parts = [];
    if (round) parts.push(element("h2", `Round ${round}`));
    // everything of this round up to this step
    let from = at;
    while (from > 0 && steps[from - 1].round === round && (round || at - from < 12)) from -= 1;
    for (let number = from; number <= at; number += 1) {
      const step = steps[number];
      step.lines.forEach((line) => parts.push(element("p", line, number === at ? "now" : "past")));
      (step.review || []).forEach((line) => parts.push(element("p", line, "soft")));
    }
    byId("picture").innerHTML = (steps[at].picture || "").replace("<!--ground-->", () => ground);
    byId("steps").replaceChildren(...parts);
    byId("steps").scrollTop = byId("steps").scrollHeight;
    if (at === steps.length - 1) stop();
  };

  const open = async () => {
    stop();
    const [match, game, step = 1] = location.hash.slice(1).split("-").map(Number);
    byId("game").hidden = byId("ends").hidden = true;
    if (!Number.isInteger(match) || !Number.isInteger(game)) {
      byId("said").textContent = "No game is named in the address; open one from the page of a team.";
      return;
    }
    // people count from 1, files from 0
    byId("title").textContent = `Match ${match}, game ${game + 1}`;
    try {
      const name = "each" in byId("title").dataset ? `${match}-${game}` : `${match}`;
      const { about, games } = await gamesIn(name);
      const found = games[game];
      if (!found) throw new Error("it is not part of this site");
      byId("said").textContent = [
        about.format && `Format ${about.format}`,
        about.ended && `played until ${about.ended} UTC`,
      ].filter(Boolean).join(", ");
      byId("files").textContent = `Files and commands count from 0: game ${game} of match ${match}, `
        + `of deal ${found.deal} with seed ${found.seed}.`;
      byId("ends").tBodies[0].replaceChildren(...found.ends.map((end) => {
        const row = document.createElement("tr");
        const player = element("th", "", "text");
        const link = element("a", end.player);
        // a version is TEAM.NUMBER
        link.href = `teams/${end.player.replace(/\.\d+$/, "")}.html`;
        player.append(link);
        row.append(player, element("td", end.place), element("td", end.points));
        return row;
      }));
      steps = found.steps;
      ground = found.ground;
      byId("at").max = steps.length - 1;
      byId("game").hidden = byId("ends").hidden = false;
      shown = `${match}-${game}`;
      show(step - 1);
    } catch (error) {
      byId("said").textContent = `Match ${match}, game ${game + 1} cannot be shown: ${error.message}.`;
    }
  };

  byId("first").onclick = () => show(0);
  byId("back").onclick = () => show(at - 1);
  byId("next").onclick = () => show(at + 1);
  byId("last").onclick = () => show(steps.length - 1);
  byId("at").oninput = (event) => show(Number(event.target.value));
  byId("play").onclick = () => {
    if (timer) {
      stop();
      return;
    }
    if (at === steps.length - 1) show(0);
    byId("play").textContent = "Pause";
    timer = setInterval(() => show(at + 1), 700);
  };
  document.addEventListener("keydown", (event) => {
    if (event.target === byId("at") || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "ArrowLeft") show(at - 1);
    if (event.key === "ArrowRight") show(at + 1);
  });
  window.addEventListener("hashchange", open);
  open();
})();

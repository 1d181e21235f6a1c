"use strict";
// Shows the game that the address names, #MATCH-GAME or #MATCH-GAME-STEP. Games come as scripts, because a page that
// was opened from a disk may not read other files: one for each match, or one for each game from a server.
(() => {
  const byId = (id) => document.getElementById(id);
  const waiting = new Map();

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

  const cell = (name, text, kind = "") => {
    const made = document.createElement(name);
    made.textContent = text;
    made.className = kind;
    return made;
  };

  const open = async () => {
    const [match, game, step = 1] = location.hash.slice(1).split("-").map(Number);
    byId("game").hidden = byId("ends").hidden = byId("about").hidden = true;
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
        const player = cell("th", "", "text");
        const link = cell("a", end.player);
        // a version is TEAM.NUMBER
        link.href = `teams/${end.player.replace(/\.\d+$/, "")}.html`;
        player.append(link);
        row.append(player, cell("td", end.place), cell("td", end.points));
        return row;
      }));
      byId("ends").hidden = byId("about").hidden = false;
      // the address leads here again
      const address = (number) => history.replaceState(null, "", `#${match}-${game}-${number}`);
      lettergameSteps(found, step, address);
    } catch (error) {
      byId("said").textContent = `Match ${match}, game ${game + 1} cannot be shown: ${error.message}.`;
    }
  };

  window.addEventListener("hashchange", open);
  open();
})();

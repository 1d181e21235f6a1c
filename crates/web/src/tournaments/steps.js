"use strict";
// Shows the game of this page, from the step that the address names: #STEP.
(async () => {
  const said = document.getElementById("said");
  try {
    const answer = await fetch(`${location.pathname}/steps`);
    if (!answer.ok) throw new Error(await answer.text());
    const step = Number(location.hash.slice(1)) || 1;
    lettergameSteps(await answer.json(), step, (shown) => history.replaceState(null, "", `#${shown}`));
    said.hidden = true;
  } catch (error) {
    said.textContent = `The game cannot be shown: ${error.message}`;
  }
})();

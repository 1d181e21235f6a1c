/**
 * A player of the Letter Game: pays for letters that improve its best word.
 *
 * Change `bid` to make it yours. `view` holds what you may know: `letter`, `points`, `hidden`,
 * `won`, `letters` (both), `held`, `all_points`, `round`, `rounds`, `auctions_left`, `banned`.
 */
"use strict";

const lettergame = require("./lettergame_player.js");

// A word of seven letters earns a bonus of 50 points. Until there is one, every letter may bring it
// closer: that chance is worth this many points.
const HOPE = 7;

class MyPlayer extends lettergame.Player {
  bid(view) {
    const best = this.words.best(view.letters);
    const better = this.words.best([...view.letters, view.letter]);
    const gain = this.words.points(better) - this.words.points(best);
    const hope = best.length < 7 ? HOPE : 0;
    // Half of the gain, as other letters may bring it too; and never all points at once, as later
    // rounds need some.
    return Math.min(Math.max(Math.floor(gain / 2), hope), Math.floor(view.points / 4));
  }

  // The word at the end of a round is the best one of your letters. To choose it yourself, add a
  // method `word(view)`.
}

if (require.main === module) lettergame.run(MyPlayer);

module.exports = { MyPlayer };

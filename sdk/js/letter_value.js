/** A sample player of the Letter Game: bids the letter's value, plays its best word. */
"use strict";

const lettergame = require("./lettergame_player.js");

class LetterValue extends lettergame.Player {
  bid(view) {
    return lettergame.LETTER_VALUES[view.letter];
  }
}

if (require.main === module) lettergame.run(LetterValue, { name: "letter-value" });

module.exports = { LetterValue };

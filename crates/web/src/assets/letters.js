// Typing letters on a board. Without this script forms do the same, a little slower.
(function () {
  'use strict';
  var SIDE = 15, down = false, wait = 0;

  function at(row, column) {
    return document.getElementById('sq-' + (row + 1) + String.fromCharCode(65 + column));
  }
  function place(button) {
    var found = /^(\d+)([A-O])$/.exec(button.value);
    return found ? { row: found[1] - 1, column: found[2].charCodeAt(0) - 65 } : null;
  }

  // Only one square of the board is in the tab order; arrow keys move to the others (roving
  // tabindex).
  function rove(current) {
    document.querySelectorAll('.squares button').forEach(function (button) {
      button.tabIndex = button === current ? 0 : -1;
    });
  }
  function go(row, column) {
    var next = at(Math.min(SIDE - 1, Math.max(0, row)), Math.min(SIDE - 1, Math.max(0, column)));
    if (next) { rove(next); next.focus(); }
  }

  // The text of the position is authoritative; a letter goes there, and immediately onto the
  // square.
  function put(button, spot, letter) {
    var text = document.getElementById('text');
    if (!text) { return false; }
    var lines = text.value.split(/\r?\n/);
    // a position in another format is edited as a state file
    if (lines.length < SIDE || lines[spot.row].length !== SIDE) { lines = (text.dataset.state || '').split('\n'); }
    if (lines.length < SIDE) { return false; }
    var line = lines[spot.row];
    lines[spot.row] = line.slice(0, spot.column) + letter + line.slice(spot.column + 1);
    text.value = lines.join('\n');
    var name = button.querySelector('.hear');
    if (name) { name.textContent = button.value + ': '; }
    button.replaceChildren(name || '', letter === '.' ? '' : letter);
    button.parentNode.className = letter === '.' ? '' : (letter < 'a' ? 't' : 't blank');
    later();
    return true;
  }
  function later() {
    var form = document.getElementById('position');
    window.htmx.trigger(form, 'htmx:abort');
    clearTimeout(wait);
    wait = setTimeout(function () {
      var typed = document.getElementById('typed');
      if (typed) { typed.click(); }
    }, 350);
  }

  var MOVES = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
  document.addEventListener('keydown', function (event) {
    var button = event.target;
    if (!button.closest || !button.closest('.squares') || event.ctrlKey || event.metaKey || event.altKey) { return; }
    var spot = place(button), move = MOVES[event.key];
    if (!spot) { return; }
    if (move) {
      down = event.key === 'ArrowDown' || (down && event.key === 'ArrowUp');
      go(spot.row + move[0], spot.column + move[1]);
    } else if (/^[a-zA-Z]$/.test(event.key)) {
      var letter = event.shiftKey ? event.key.toLowerCase() : event.key.toUpperCase();
      if (!put(button, spot, letter)) { return; }
      go(spot.row + (down ? 1 : 0), spot.column + (down ? 0 : 1));
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      if (!put(button, spot, '.')) { return; }
      if (event.key === 'Backspace') { go(spot.row - (down ? 1 : 0), spot.column - (down ? 0 : 1)); }
    } else { return; }
    event.preventDefault();
  });
  document.addEventListener('focusin', function (event) {
    if (event.target.closest && event.target.closest('.squares button')) { rove(event.target); }
  });

  function settle() {
    var focus = document.activeElement, first = document.querySelector('.squares button');
    var own = focus && focus.closest && focus.closest('.squares button');
    if (first) { rove(own || at(7, 7) || first); }
  }
  // The focused element may be gone with the play that was tried.
  function stay() {
    var found = document.getElementById('found');
    if (found && document.activeElement === document.body) { found.focus({preventScroll: true}); }
  }
  // The next word can be typed immediately.
  function ready() {
    var next = document.getElementById('word') || document.getElementById('new');
    if (next && document.activeElement.id !== 'letter') { next.focus(); }
  }
  document.addEventListener('htmx:afterSettle', function () { settle(); ready(); stay(); });
  settle();
  ready();
})();

'use strict';
// The arrow keys go through the turns of a review; without it, its links do.
(function () {
  var keys = { ArrowLeft: 'back', ArrowRight: 'next', Home: 'first', End: 'last', m: 'mistake' };

  document.addEventListener('keydown', function (event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) { return; }
    // these use the keys themselves
    if (event.target.closest('input, textarea, select')) { return; }
    var link = keys[event.key] && document.getElementById(keys[event.key]);
    if (!link) { return; }
    event.preventDefault();
    if (link.hasAttribute('href')) { link.click(); }
  });

  // The turn shown stays in sight in the list.
  function scroll() {
    var here = document.querySelector('.story [aria-current]');
    var box = here && here.closest('.scroll');
    if (box) { box.scrollTop = here.offsetTop - box.clientHeight / 2; }
  }

  // The mistakes of the seats that this browser has had are kept as puzzles; the first page lists them.
  function list(name) {
    try { return JSON.parse(window.kept.read(name)) || []; } catch (unreadable) { return []; }
  }
  function remember() {
    var box = document.getElementById('review'), path = location.pathname.replace(/review.*/, '');
    var own = box && box.dataset.mistakes !== undefined && list('seats').find(function (seat) {
      return seat.path.indexOf(path + 'seat/') === 0;
    });
    if (!own) { return; }
    var all = list('puzzles'), known = all.find(function (puzzle) { return puzzle.path === path; });
    var solved = known ? known.solved : [], tried = document.querySelector('.tried[data-solved]');
    if (tried && solved.indexOf(box.dataset.plies) < 0) { solved = solved.concat(box.dataset.plies); }
    var puzzle = { path: path, seat: box.dataset.seat, title: own.title, players: own.players,
      turns: box.dataset.mistakes.split(' ').filter(Boolean), solved: solved };
    all = all.filter(function (other) { return other.path !== path; });
    window.kept.write('puzzles', JSON.stringify((puzzle.turns.length ? [puzzle] : []).concat(all).slice(0, 12)));
  }
  function shown() { scroll(); remember(); }
  document.addEventListener('htmx:afterSettle', shown);
  shown();
})();

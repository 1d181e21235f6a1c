// The games in which this browser has a seat, its mistakes in them as puzzles, and its results of today's deals; without
// this script they are not listed.
(function () {
  'use strict';
  function read(name) {
    try { return JSON.parse(window.kept.read(name)) || []; } catch (unreadable) { return []; }
  }
  function element(name, text, properties) {
    var made = document.createElement(name);
    made.textContent = text;
    return Object.assign(made, properties);
  }
  // A list of what is kept under a name, each line with a button that forgets it.
  function list(id, name, fits, parts) {
    var box = document.getElementById(id);
    if (!box) { return; }
    var all = read(name).filter(fits), lines = box.querySelector('ul');
    box.hidden = !all.length;
    lines.replaceChildren.apply(lines, all.map(function (own) {
      var line = document.createElement('li'), forget = element('button', 'Forget', { type: 'button' });
      forget.setAttribute('aria-label', 'Forget ' + (id === 'puzzles' ? 'these puzzles' : 'this game') + ': ' + own.title + ', ' + own.players);
      forget.addEventListener('click', function () {
        var others = read(name).filter(function (other) { return other.path !== own.path; });
        window.kept.write(name, others.length ? JSON.stringify(others) : '');
        list(id, name, fits, parts);
      });
      line.append.apply(line, parts(own).concat(forget));
      return line;
    }));
  }
  var WHEN = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' };
  list('own-games', 'seats', function (seat) { return seat.seen; }, function (seat) {
    var row = element('a', '', { href: seat.path }), seen = new Date(seat.seen).toLocaleString('en-GB', WHEN);
    row.append(element('strong', seat.title), element('span', seat.players), element('span', seat.status),
      element('span', seen, { className: 'quiet' }));
    return [row];
  });
  function open(puzzle) {
    return (puzzle.turns || []).find(function (turn) { return puzzle.solved.indexOf(turn) < 0; });
  }
  list('puzzles', 'puzzles', open, function (puzzle) {
    var form = element('form', '', { method: 'post', action: puzzle.path + 'review/' + open(puzzle) + '/try' });
    var button = element('button', 'Find the better move', { name: 'seat', value: puzzle.seat, className: 'main' });
    form.append(button);
    button.setAttribute('aria-label', 'Find the better move: ' + puzzle.title + ', ' + puzzle.players);
    return [element('strong', puzzle.title), element('span', puzzle.players),
      element('span', puzzle.solved.length + ' of ' + puzzle.turns.length + ' solved', { className: 'quiet' }), form];
  });
  // One's own points in a result, as in `385 to 350, 320`, and whether they were more than those of the computers.
  function points(deal) { return deal.result.replace(/\u2212/g, '-').match(/-?\d+/g).map(Number); }
  function hasWon(deal) {
    var all = points(deal);
    return all[0] > Math.max.apply(null, all.slice(1));
  }
  // How many days in a row a game was played, up to today or yesterday.
  function streak(game) {
    var days = read('deals').map(function (deal) { return deal.path; }), count = 0, back = 0;
    function played(ago) {
      var day = new Date(Date.now() - ago * 864e5).toISOString().slice(0, 10);
      return days.indexOf('/daily/' + game + '/' + day) >= 0;
    }
    if (!played(0)) { back = 1; }
    while (played(back + count)) { count += 1; }
    return count;
  }
  var own = document.getElementById('own-result');
  read('deals').forEach(function (deal) {
    var link = document.querySelector('#daily a[href="' + deal.path + '"]');
    var day = document.querySelector('.calendar a[href="' + deal.path + '"]');
    if (link) { link.after(element('span', deal.result, { className: 'quiet' })); }
    if (day) {
      day.append(element('small', points(deal)[0], { title: deal.result }));
      day.classList.add(hasWon(deal) ? 'won' : 'played');
    }
    if (own && deal.path === location.pathname) {
      own.textContent = 'You have played this deal: ' + deal.result + '. Only your first result counts.';
      own.hidden = false;
    }
  });
  var box = document.getElementById('streak'), row = box && streak(location.pathname.split('/')[2]);
  if (row > 1) {
    box.textContent = row + ' days in a row';
    box.hidden = false;
  }
})();

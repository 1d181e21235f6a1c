// The games in which this browser has a seat; without this script they are not listed.
(function () {
  'use strict';
  var box = document.getElementById('own-games');
  function read() {
    try { return JSON.parse(window.kept.read('seats')) || []; } catch (unreadable) { return []; }
  }
  function element(name, text, properties) {
    var made = document.createElement(name);
    made.textContent = text;
    return Object.assign(made, properties);
  }
  function show() {
    var seats = read();
    box.hidden = !seats.length;
    box.querySelector('ul').replaceChildren.apply(box.querySelector('ul'), seats.map(function (seat) {
      var line = document.createElement('li'), forget = element('button', 'Forget', { type: 'button' });
      forget.setAttribute('aria-label', 'Forget this game: ' + seat.title + ', ' + seat.players);
      forget.addEventListener('click', function () {
        var others = read().filter(function (other) { return other.path !== seat.path; });
        window.kept.write('seats', others.length ? JSON.stringify(others) : '');
        show();
      });
      line.append(
        element('a', seat.title, { href: seat.path }),
        element('span', seat.players),
        element('span', seat.over ? 'over' : 'not over when you left', { className: 'quiet' }),
        forget
      );
      return line;
    }));
  }
  show();
})();

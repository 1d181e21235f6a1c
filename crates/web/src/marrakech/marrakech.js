
// Marrakech: animates Assam along the drawn path, and lets clicks on the board choose among the
// placements of the form beside it. Without this script Assam is shown at his new position, and the
// form does the rest.
(function () {
  'use strict';
  var still = window.matchMedia('(prefers-reduced-motion: reduce)');
  var STEP = 190, LONGEST = 950;

  // the walk shown last, and when: a walk already shown is not animated again
  var walked = null, since = 0;

  function walk(layer) {
    var way = layer.querySelector('.way'), assam = layer.querySelector('.assam');
    var number = layer.getAttribute('data-walk'), now = performance.now();
    var known = walked === null || number === walked;
    var pause = now - since;
    walked = number || '';
    if (known || !way || !assam || still.matches) { return; }
    since = now;
    var length = way.getTotalLength();
    // fast games are not slowed down
    var time = Math.min(LONGEST, STEP * (1 + length / 80), pause * .8);
    if (time < 150) { return; }
    var arrow = assam.querySelector('.arrow');
    var end = [assam.getAttribute('transform'), arrow.getAttribute('transform')];
    function show(time_now) {
      if (!layer.isConnected) { return; }
      var part = Math.max(0, Math.min(1, (time_now - now) / time));
      if (part === 1) {
        assam.setAttribute('transform', end[0]);
        arrow.setAttribute('transform', end[1]);
        return;
      }
      var at = length * part * part * (3 - 2 * part);
      var here = way.getPointAtLength(at), next = way.getPointAtLength(Math.min(length, at + 2));
      var back = way.getPointAtLength(Math.max(0, at - 2));
      var angle = Math.atan2(next.y - back.y, next.x - back.x) * 180 / Math.PI + 90;
      assam.setAttribute('transform', 'translate(' + here.x + ' ' + here.y + ')');
      arrow.setAttribute('transform', 'rotate(' + angle + ')');
      requestAnimationFrame(show);
    }
    show(now);
  }

  function look() {
    var layer = document.querySelector('.walker');
    if (layer) { walk(layer); }
  }
  document.addEventListener('DOMContentLoaded', look);
  document.addEventListener('htmx:sseMessage', function (event) {
    if (event.target.querySelector && event.target.querySelector('.walker')) { look(); }
  });

  // Two clicks make a rug: after the first, the squares that complete a rug are shown, then the
  // whole rug, which a click on it or the button lays.
  function radios() { return [].slice.call(document.querySelectorAll('.places .choice input')); }
  function squares(radio) { return radio.value.split(' ').slice(1); }
  function all(selector, act) { document.querySelectorAll(selector).forEach(act); }

  function forget() {
    all('.spots.chosen', function (spots) { spots.classList.remove('chosen'); });
    all('.spot.first, .spot.second', function (spot) { spot.classList.remove('first', 'second'); });
    all('.ghost.meant', function (ghost) { ghost.classList.remove('meant'); });
  }

  function partner(first, second) {
    return radios().filter(function (radio) {
      var pair = squares(radio);
      return pair[0] === first && pair[1] === second || pair[0] === second && pair[1] === first;
    })[0];
  }

  function begin(spot) {
    var first = spot.getAttribute('data-square');
    forget();
    spot.parentNode.classList.add('chosen');
    spot.classList.add('first');
    all('.spot.square', function (other) {
      if (partner(first, other.getAttribute('data-square'))) { other.classList.add('second'); }
    });
    // a choice of one is none
    var others = document.querySelectorAll('.spot.second');
    if (others.length === 1) { choose(partner(first, others[0].getAttribute('data-square'))); }
  }

  function choose(radio) {
    radio.checked = true;
    forget();
    radio.form.querySelector('.lay').focus({preventScroll: true});
  }

  function clicked(spot, again) {
    var square = spot.getAttribute('data-square');
    var form = document.querySelector('.places');
    var first = document.querySelector('.spot.first');
    var checked = radios().filter(function (radio) { return radio.checked; })[0];
    if (!form) { return; }
    form.dispatchEvent(new Event('answer', { bubbles: true }));
    if (checked && squares(checked).indexOf(square) >= 0) {
      // the second click of a double click does not count here
      if (!again) { form.requestSubmit(form.querySelector('.lay')); }
    } else if (checked || !first) {
      form.reset();
      begin(spot);
    } else if (first === spot) {
      forget();
    } else {
      var chosen = partner(first.getAttribute('data-square'), square);
      if (!chosen) { begin(spot); return; }
      choose(chosen);
    }
  }

  document.addEventListener('click', function (event) {
    var spot = event.target.closest && event.target.closest('.spot.square');
    if (spot) { clicked(spot, event.detail > 1); }
  });
  document.addEventListener('mouseover', function (event) {
    all('.ghost.meant', function (ghost) { ghost.classList.remove('meant'); });
    var spot = event.target.closest && event.target.closest('.spot.second');
    var first = document.querySelector('.spot.first');
    var radio = spot && first &&
      partner(first.getAttribute('data-square'), spot.getAttribute('data-square'));
    var ghost = radio && document.querySelector('.ghost-' + radio.id.slice(6));
    if (ghost) { ghost.classList.add('meant'); }
  });
  document.addEventListener('change', function (event) {
    if (event.target.closest('.places')) { forget(); }
  });
  // The list of rugs in coordinates is shown to those who use keys.
  function byKeys(is) { document.documentElement.classList.toggle('by-keys', is); }
  document.addEventListener('pointerdown', function () { byKeys(false); });
  document.addEventListener('reset', forget);
  document.addEventListener('keydown', function (event) {
    byKeys(true);
    var form = document.querySelector('.places');
    if (event.key === 'Escape' && form) { form.reset(); }
  });
})();

// Small conveniences of a page, which works without them too.
(function () {
  'use strict';
  document.documentElement.classList.add('scripted');

  // Shows when the connection is lost, and when it is back.
  function lost(is) {
    var notice = document.getElementById('lost');
    var gone = document.getElementById('gone');
    if (gone && !gone.hidden) { return; }
    if (notice) { notice.hidden = !is; }
    if (is) { look(); }
  }
  // The server may have restarted without this game.
  function look() {
    fetch(location.href, {cache: 'no-store'}).then(function (answer) {
      var gone = document.getElementById('gone');
      if (gone && answer.status === 404) {
        lost(false);
        unanswered(false);
        gone.hidden = false;
      }
    }, function () {});
  }
  document.addEventListener('htmx:sseError', function () { lost(true); });
  document.addEventListener('htmx:sseOpen', function () { lost(false); unanswered(false); });

  // An offline event arrives before the stream notices.
  window.addEventListener('offline', function () { lost(true); });
  window.addEventListener('online', function () { lost(false); unanswered(false); });

  function unanswered(is) {
    var notice = document.getElementById('unanswered');
    if (notice) { notice.hidden = !is; }
  }
  document.addEventListener('htmx:sendError', function () { unanswered(true); });
  document.addEventListener('htmx:afterOnLoad', function () { unanswered(false); });

  // Parts that are already shown are not replaced, as when the page has just been loaded or is connected again: a
  // field that is being edited keeps its text. Neither is a slider whose value the server has not taken yet.
  var shown = new WeakMap();
  function isShown(part, html) {
    if (shown.get(part) === html) { return true; }
    var sent = document.createElement('template');
    sent.innerHTML = html;
    return sent.innerHTML === part.innerHTML;
  }
  document.addEventListener('htmx:sseBeforeMessage', function (event) {
    if (event.target.querySelector('.unsent')) { event.preventDefault(); return; }
    if (isShown(event.target, event.detail.data)) { event.preventDefault(); }
    shown.set(event.target, event.detail.data);
  });

  // A new question gets the focus, once: its field, or the element that the field names, as a board. (The
  // autofocus attribute works for page loads, not for parts inserted later.) Only a field of text is scrolled to,
  // as it is of no use out of sight.
  var asked = '';
  function ask() {
    var field = document.querySelector('[data-focus]');
    var due = field && field.form.querySelector('[name=due]');
    var now = field ? field.name + (due ? due.value : '') : '';
    var target = field && field.dataset.focus ? document.querySelector(field.dataset.focus) : field;
    if (target && now !== asked) { target.focus({preventScroll: !target.matches('input:not([type=radio])')}); }
    if (field) { asked = now; }
  }
  // If the focused element is gone, the next best one gets the focus, so that Tab continues from
  // there.
  function keep(event) {
    var xhr = event.detail.xhr, wrong = document.querySelector('#setup [aria-invalid]');
    if (xhr && xhr.status === 422 && wrong) { wrong.focus(); }
    if (document.activeElement !== document.body) { return; }
    var next = document.querySelector('.part-ask [tabindex="-1"]') || document.getElementById('add');
    if (next) { next.focus({preventScroll: true}); }
  }
  // The title of the page says whose turn it is, for a tab in the background.
  var title = document.title;
  function call() {
    var mine = document.querySelector('.part-ask form') && !document.querySelector('.player-card.free');
    document.title = mine ? '\u25cf Your turn \u00b7 ' + title : title;
  }
  document.addEventListener('htmx:afterSettle', function (event) { ask(); keep(event); call(); });
  document.addEventListener('htmx:sseMessage', call);
  ask();
  call();

  // Copies an address, for the person who is to be invited, or the text of a field. Where the browser keeps the
  // clipboard to itself, as on plain http beyond this machine, it is shown and selected instead.
  document.addEventListener('click', function (event) {
    var button = event.target.closest && event.target.closest('[data-copy]');
    if (!button) { return; }
    var source = document.getElementById(button.dataset.copy), link = source.href;
    function copied() { button.textContent = 'Copied'; }
    function select() {
      if (!link) { source.select(); return; }
      source.textContent = link;
      window.getSelection().selectAllChildren(source);
    }
    if (navigator.clipboard) { navigator.clipboard.writeText(link || source.value).then(copied, select); } else { select(); }
  });

  // Clicking a letter of a hand types it; those of the word are marked. A finger needs no keyboard for it.
  var fingers = window.matchMedia('(pointer: coarse)');
  document.addEventListener('click', function (event) {
    var letter = event.target.closest && event.target.closest('[data-letter], #erase');
    var word = document.getElementById('word');
    if (!letter || !word) { return; }
    word.value = letter.id === 'erase' ? word.value.slice(0, -1) : word.value + letter.dataset.letter;
    word.dispatchEvent(new Event('input', { bubbles: true }));
    if (!fingers.matches) { word.focus(); }
  });
  // A new order of the letters may show a word.
  document.addEventListener('click', function (event) {
    if (event.target.id !== 'mix') { return; }
    var letters = document.getElementById('letters');
    for (var left = letters.children.length; left; left -= 1) { letters.append(letters.children[Math.floor(Math.random() * left)]); }
  });
  // The word that is typed is laid out on tiles, and what it is worth is told.
  function lay(letter, key) {
    var tile = document.createElement('span'), value = key && key.querySelector('sub');
    tile.className = key ? 'tile' : 'tile hidden';
    tile.textContent = letter;
    if (value) { tile.append(value.cloneNode(true)); }
    return tile;
  }
  document.addEventListener('input', function (event) {
    if (event.target.id !== 'word') { return; }
    var letters = event.target.value.split(''), spelled = document.getElementById('spelled');
    var keys = Array.from(document.querySelectorAll('[data-letter]')), used = letters.map(function (letter) {
      return keys.find(function (key) { return key.dataset.letter.toUpperCase() === letter.toUpperCase() && keys.splice(keys.indexOf(key), 1); });
    });
    document.querySelectorAll('[data-letter]').forEach(function (key) { key.classList.toggle('used', used.includes(key)); });
    if (spelled) { spelled.replaceChildren.apply(spelled, letters.map(function (letter, at) { return lay(letter, used[at]); })); }
    var line = document.getElementById('weighed');
    if (!line) { return; }
    function tell(answer) {
      line.textContent = answer.said;
      line.classList.toggle('gain', answer.legal);
    }
    if (!letters.length) { tell({ said: '', legal: false }); }
    window.weigh(event.target, event.target.value, tell);
  });

  // Asks what an answer would be worth; only the last question counts, and an empty text asks nothing.
  var weighing = 0, wait = 0;
  window.weigh = function (field, text, told) {
    var form = field.form, number = weighing += 1;
    clearTimeout(wait);
    if (!text) { return; }
    wait = setTimeout(function () {
      var due = form.elements.due, body = new URLSearchParams(due ? [['due', due.value]] : new FormData(form));
      body.set(field.name, text);
      fetch(form.dataset.weigh, { method: 'POST', body: body, headers: { 'HX-Request': 'true' } }).then(function (answer) {
        return answer.json();
      }).then(function (answer) { if (number === weighing) { told(answer); } }, function () {});
    }, 120);
  };

  // The results of deals of the day, for the first page.
  function keepResult() {
    var link = document.getElementById('result'), own = document.querySelector('.results .own');
    if (!link || !own) { return; }
    var all = [];
    try { all = JSON.parse(window.kept.read('deals')) || []; } catch (unreadable) { /* from now on */ }
    var deal = { path: link.pathname, result: Array.from(own.querySelectorAll('td'), function (cell) {
      return cell.textContent;
    }).slice(0, 2).join(' to ') };
    // the first result counts
    if (all.some(function (other) { return other.path === deal.path; })) { return; }
    window.kept.write('deals', JSON.stringify([deal].concat(all).slice(0, 150)));
  }
  ['htmx:afterSettle', 'htmx:sseMessage'].forEach(function (kind) { document.addEventListener(kind, keepResult); });
  keepResult();

  // What lies over a table closes by Escape and by a click elsewhere.
  function close(event) {
    document.querySelectorAll('.table :is(.table-menu, .how)[open]').forEach(function (over) {
      if (event.type === 'click' && over.contains(event.target)) { return; }
      over.open = false;
      if (event.type === 'keydown') { over.querySelector('summary').focus(); }
    });
  }
  document.addEventListener('click', close);
  document.addEventListener('keydown', function (event) { if (event.key === 'Escape') { close(event); } });

  // Keeps scroll position and focus when a part is replaced.
  var kept = new WeakMap();
  document.addEventListener('htmx:sseBeforeMessage', function (event) {
    var box = event.target.querySelector('.scroll');
    if (box) {
      kept.set(event.target, { left: box.scrollLeft, top: box.scrollTop, own: box === document.activeElement });
    }
  });
  document.addEventListener('htmx:sseMessage', function (event) {
    var box = event.target.querySelector('.scroll'), was = kept.get(event.target);
    if (box && was) {
      box.scrollLeft = was.left;
      box.scrollTop = was.top;
      if (was.own) { box.focus({preventScroll: true}); }
    }
  });

  // An old refusal disappears with its question, and when another answer is made.
  function forgive() {
    var refusal = document.getElementById('refusal');
    if (refusal) { refusal.textContent = ''; }
    document.querySelectorAll('.hand > .refusal').forEach(function (own) { own.remove(); });
  }
  document.addEventListener('htmx:sseBeforeMessage', function (event) {
    if (event.target.closest('.part-ask')) { forgive(); }
  });
  ['input', 'answer'].forEach(function (kind) { document.addEventListener(kind, forgive); });

  // The number beside a slider follows while it is moved. Its default value is the one that the server has.
  function follow(slider) {
    var form = slider.form, number = form.querySelector('output');
    if (number) { number.textContent = slider.value + ' ms'; }
    slider.setAttribute('aria-valuetext', slider.value + ' milliseconds');
    form.classList.toggle('unsent', slider.value !== slider.defaultValue);
  }
  ['input', 'change'].forEach(function (kind) {
    document.addEventListener(kind, function (event) {
      if (event.target.type === 'range' && event.target.form) { follow(event.target); }
    });
  });
  document.addEventListener('htmx:afterRequest', function (event) {
    var slider = event.target.matches('form.unsent') && event.target.querySelector('input[type=range]');
    if (!slider) { return; }
    if (event.detail.successful) { slider.defaultValue = event.detail.requestConfig.parameters[slider.name]; }
    else { slider.value = slider.defaultValue; }
    follow(slider);
  });

  // What was chosen before the scripts were loaded is sent now; htmx listens to this event, too, and before.
  document.addEventListener('DOMContentLoaded', function () {
    document.querySelectorAll('[hx-trigger^=change]').forEach(function (sender) {
      var field = sender.matches('form') ? sender.querySelector('input') : sender;
      var chosen = field.matches('select') && field.querySelector('[selected]');
      if (field.value !== (chosen ? chosen.value : field.defaultValue)) {
        field.dispatchEvent(new Event('change', { bubbles: true }));
      }
    });
  });

  // A button that is announced as doing nothing does nothing.
  document.addEventListener('submit', function (event) {
    var button = event.submitter;
    if (button && button.getAttribute('aria-disabled') === 'true') {
      event.preventDefault();
      event.stopPropagation();
    }
  }, true);

  // The fields for persons are there as soon as one is typed.
  function persons(form) {
    var found = false;
    form.querySelectorAll('input[name=player]').forEach(function (player) {
      var is = player.value.trim().toLowerCase() === 'person', name = player.parentNode.querySelector('[name=name]');
      found = found || is;
      if (name) { name.hidden = !is; }
    });
    var clock = form.querySelector('.clock');
    if (clock) { clock.hidden = !found; }
  }
  document.addEventListener('input', function (event) {
    if (event.target.name === 'player' && event.target.form) { persons(event.target.form); }
  });
  document.querySelectorAll('form:has(input[name=player])').forEach(persons);

  // Escape puts away what is shown about a term, until the pointer or the focus is elsewhere.
  function tell(off) { document.documentElement.classList.toggle('told-off', off); }
  document.addEventListener('keydown', function (event) { if (event.key === 'Escape') { tell(true); } });
  document.addEventListener('pointerover', function (event) {
    if (!event.target.closest || !event.target.closest('.term')) { tell(false); }
  });
  document.addEventListener('focusin', function () { tell(false); });
})();

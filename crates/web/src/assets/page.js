// Small comforts of a page; without them nothing is lost but these.
(function () {
  'use strict';
  // A connection that is lost is said, and that it is there again.
  function lost(is) {
    var notice = document.getElementById('lost');
    var gone = document.getElementById('gone');
    if (gone && !gone.hidden) { return; }
    if (notice) { notice.hidden = !is; }
    if (is) { look(); }
  }
  // It may be that the server has come back without this game.
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

  // A browser that knows it is offline says so before its stream notices.
  window.addEventListener('offline', function () { lost(true); });
  window.addEventListener('online', function () { lost(false); });

  function unanswered(is) {
    var notice = document.getElementById('unanswered');
    if (notice) { notice.hidden = !is; }
  }
  document.addEventListener('htmx:sendError', function () { unanswered(true); });
  document.addEventListener('htmx:afterOnLoad', function () { unanswered(false); });

  // What a page shows already is not put there again, as after a lost connection: a field that is
  // being typed in keeps its text.
  var shown = new WeakMap();
  document.addEventListener('htmx:sseBeforeMessage', function (event) {
    if (shown.get(event.target) === event.detail.data) { event.preventDefault(); }
    shown.set(event.target, event.detail.data);
  });

  // A new question has the focus, once. (The attribute of HTML is for pages that are loaded, not for
  // parts that come later.)
  var asked = '';
  function ask() {
    var field = document.querySelector('[data-focus]');
    var due = field && field.form.querySelector('[name=due]');
    var now = field ? field.name + (due ? due.value : '') : '';
    if (field && now !== asked) { field.focus(); }
    if (field) { asked = now; }
  }
  // What had the focus may be gone: then the next best thing has it, so that Tab goes on from there.
  function keep(event) {
    var xhr = event.detail.xhr, wrong = document.querySelector('#setup [aria-invalid]');
    if (xhr && xhr.status === 422 && wrong) { wrong.focus(); }
    if (document.activeElement !== document.body) { return; }
    var next = document.querySelector('.part-ask [tabindex="-1"]') || document.getElementById('add');
    if (next) { next.focus({preventScroll: true}); }
  }
  document.addEventListener('htmx:afterSettle', function (event) { ask(); keep(event); });
  ask();

  // What is scrolled stays where it is, and keeps the focus, when its part is replaced.
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

  // An old refusal goes with its question.
  document.addEventListener('htmx:sseBeforeMessage', function (event) {
    var refusal = document.getElementById('refusal');
    if (refusal && event.target.closest('.part-ask')) { refusal.textContent = ''; }
  });

  // The number beside a slider follows it while it is moved, and what the server says of an earlier place of it
  // does not take it back.
  var moved = 0;
  document.addEventListener('htmx:sseBeforeMessage', function (event) {
    var slider = event.target.querySelector('input[type=range]');
    if (slider && slider === document.activeElement && Date.now() - moved < 1500) { event.preventDefault(); }
  });
  document.addEventListener('input', function (event) {
    var field = event.target;
    if (field.type === 'range' && field.form) {
      moved = Date.now();
      var shown = field.form.querySelector('output');
      if (shown) { shown.textContent = field.value + ' ms'; }
    }
  });

  // A button that says it does nothing does nothing.
  document.addEventListener('submit', function (event) {
    var button = event.submitter;
    if (button && button.getAttribute('aria-disabled') === 'true') {
      event.preventDefault();
      event.stopPropagation();
    }
  }, true);
})();

// Small comforts of a page; without them nothing is lost but these.
(function () {
  'use strict';
  // A connection that is lost is said, and that it is there again.
  function lost(is) {
    var notice = document.getElementById('lost');
    if (notice) { notice.hidden = !is; }
  }
  document.addEventListener('htmx:sseError', function () { lost(true); });
  document.addEventListener('htmx:sseOpen', function () { lost(false); });

  // What a page shows already is not put there again, as after a lost connection: a field that is
  // being typed in keeps its text.
  var shown = new WeakMap();
  document.addEventListener('htmx:sseBeforeMessage', function (event) {
    if (shown.get(event.target) === event.detail.data) { event.preventDefault(); }
    shown.set(event.target, event.detail.data);
  });

  // A new question has the focus, once. (The attribute of HTML is for pages that are loaded, not for
  // parts that come later.)
  var asked = new WeakSet();
  function ask() {
    var field = document.querySelector('[data-focus]');
    if (field && !asked.has(field)) {
      asked.add(field);
      field.focus();
    }
  }
  document.addEventListener('htmx:afterSettle', ask);
  ask();

  // The number beside a slider follows it while it is moved.
  document.addEventListener('input', function (event) {
    var field = event.target;
    if (field.type === 'range' && field.form) {
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

// What the visitor chose, kept by the browser; the one place that reads and writes it. If the browser refuses,
// it lasts as long as the page.
window.kept = (function () {
  'use strict';
  var page = {};
  var FOLD = 'lettergame-';
  function read(name) {
    try { return localStorage.getItem(name); } catch (refused) { return page[name] || null; }
  }
  function write(name, value) {
    page[name] = value;
    try {
      if (value) { localStorage.setItem(name, value); } else { localStorage.removeItem(name); }
    } catch (refused) { /* kept for this page */ }
  }
  // Folds that were closed, for the style sheet: they are not shown open first.
  var closed = [];
  function mark() { document.documentElement.dataset.closed = closed.join(' '); }
  function fold(name, state) {
    if (!state) { return read(FOLD + name); }
    write(FOLD + name, state);
    closed = closed.filter(function (other) { return other !== name; });
    if (state === 'closed') { closed.push(name); }
    mark();
    return state;
  }
  try {
    Object.keys(localStorage).forEach(function (key) {
      if (key.indexOf(FOLD) === 0 && read(key) === 'closed') { closed.push(key.slice(FOLD.length)); }
    });
  } catch (refused) { /* nothing is kept */ }
  mark();
  return { read: read, write: write, fold: fold };
})();

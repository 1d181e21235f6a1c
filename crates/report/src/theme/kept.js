// What the visitor chose, kept by the browser; the one place that reads and writes it. If the browser refuses,
// it lasts as long as the page.
window.kept = (function () {
  'use strict';
  var page = {};
  function read(name) {
    try { return localStorage.getItem(name); } catch (refused) { return page[name] || null; }
  }
  function write(name, value) {
    page[name] = value;
    try {
      if (value) { localStorage.setItem(name, value); } else { localStorage.removeItem(name); }
    } catch (refused) { /* kept for this page */ }
  }
  return { read: read, write: write };
})();

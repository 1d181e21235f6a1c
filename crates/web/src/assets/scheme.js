// Light or dark: applies the visitor's choice before anything is shown, and offers it in the header. Without
// scripts the system decides.
(function () {
  'use strict';
  var KEY = 'scheme';
  var root = document.documentElement;

  // A browser may refuse to keep anything.
  function kept() {
    try { return localStorage.getItem(KEY); } catch (refused) { return null; }
  }
  function keep(choice) {
    try {
      if (choice) { localStorage.setItem(KEY, choice); } else { localStorage.removeItem(KEY); }
    } catch (refused) { /* it lasts as long as the page */ }
  }
  function apply(choice) {
    var chosen = choice === 'light' || choice === 'dark' ? choice : '';
    if (chosen) { root.dataset.scheme = chosen; } else { delete root.dataset.scheme; }
    return chosen;
  }
  apply(kept());

  document.addEventListener('DOMContentLoaded', function () {
    var field = document.getElementById('scheme');
    if (!field) { return; }
    function follow() { field.value = apply(kept()); }
    follow();
    field.parentElement.hidden = false;
    field.addEventListener('change', function () {
      keep(field.value);
      apply(field.value);
    });
    // Chosen in another tab, or before a page that the browser kept was left.
    window.addEventListener('storage', follow);
    window.addEventListener('pageshow', function (event) { if (event.persisted) { follow(); } });
  });
})();

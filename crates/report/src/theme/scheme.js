// Light or dark, and the colours of boards: applies the visitor's choices before anything is shown, and offers
// them in the header. Without scripts the system decides.
(function () {
  'use strict';
  var root = document.documentElement;
  var CHOICES = { scheme: ['light', 'dark'], board: ['green', 'contrast'] };

  function apply(name) {
    var value = kept.read(name), chosen = CHOICES[name].indexOf(value) < 0 ? '' : value;
    if (chosen) { root.dataset[name] = chosen; } else { delete root.dataset[name]; }
    return chosen;
  }
  Object.keys(CHOICES).forEach(apply);

  function offer(name) {
    var field = document.getElementById(name + '-choice');
    if (!field) { return; }
    function follow() { field.value = apply(name); }
    follow();
    field.parentElement.hidden = false;
    field.addEventListener('change', function () {
      kept.write(name, field.value);
      apply(name);
    });
    // Chosen in another tab, or before a page that the browser kept was left.
    window.addEventListener('storage', follow);
    window.addEventListener('pageshow', function (event) { if (event.persisted) { follow(); } });
  }
  document.addEventListener('DOMContentLoaded', function () { Object.keys(CHOICES).forEach(offer); });
})();

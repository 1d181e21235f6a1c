// Folds stay as the person left them, on every page of this browser. Without this script they open and
// close all the same.
(function () {
  'use strict';
  var wide = window.matchMedia('(min-width: 861px)').matches;
  function restore(root) {
    root.querySelectorAll('details[data-keep]').forEach(function (fold) {
      var state = kept.fold(fold.dataset.keep);
      if (state) { fold.open = state === 'open'; } else if (wide && 'wide' in fold.dataset) { fold.open = true; }
    });
  }
  // Only a person's own click or key is remembered.
  document.addEventListener('click', function (event) {
    var summary = event.target.closest && event.target.closest('summary');
    var fold = summary && summary.parentNode;
    if (fold && fold.dataset.keep) { kept.fold(fold.dataset.keep, fold.open ? 'closed' : 'open'); }
  });
  document.addEventListener('htmx:sseMessage', function (event) { restore(event.target); });
  document.addEventListener('htmx:afterSettle', function () { restore(document); });
  restore(document);
})();

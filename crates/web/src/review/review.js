'use strict';
// The arrow keys go through the turns of a review; without it, its links do.
(function () {
  var keys = { ArrowLeft: 'back', ArrowRight: 'next', Home: 'first', End: 'last', m: 'mistake' };

  document.addEventListener('keydown', function (event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) { return; }
    // these use the keys themselves
    if (event.target.closest('input, textarea, select')) { return; }
    var link = keys[event.key] && document.getElementById(keys[event.key]);
    if (!link) { return; }
    event.preventDefault();
    if (link.hasAttribute('href')) { link.click(); }
  });

  // The turn shown stays in sight in the list.
  function scroll() {
    var here = document.querySelector('.story [aria-current]');
    var box = here && here.closest('.scroll');
    if (box) { box.scrollTop = here.offsetTop - box.clientHeight / 2; }
  }
  document.addEventListener('htmx:afterSettle', scroll);
  scroll();
})();

// The Letter Game: folds that stay as the person left them, bids for thumbs, and the letter that flies to its owner.
// Without this script folds open and close, and bids are typed, all the same.
(function () {
  'use strict';
  var wide = window.matchMedia('(min-width: 861px)').matches;
  function restore(root) {
    root.querySelectorAll('details[data-keep]').forEach(function (fold) {
      var state = kept.read('lettergame-' + fold.dataset.keep);
      if (state) { fold.open = state === 'open'; } else if (wide && 'wide' in fold.dataset) { fold.open = true; }
    });
  }
  // Only a person's own click or key is remembered.
  document.addEventListener('click', function (event) {
    var summary = event.target.closest && event.target.closest('summary');
    var fold = summary && summary.parentNode;
    if (fold && fold.dataset.keep) { kept.write('lettergame-' + fold.dataset.keep, fold.open ? 'closed' : 'open'); }
  });
  document.addEventListener('htmx:sseMessage', function (event) { restore(event.target); });
  document.addEventListener('htmx:afterSettle', function () { restore(document); });
  restore(document);

  // Bids for thumbs: one less, one more, and round numbers; the button sends them.
  document.addEventListener('click', function (event) {
    var chip = event.target.closest && event.target.closest('.chips button:not([data-skip])'), field = document.getElementById('bid');
    if (!chip || !field) { return; }
    var more = Number(chip.dataset.more || 0);
    field.value = more ? Math.max(0, (Number(field.value) || 0) + more) : chip.dataset.bid;
  });

  // Whoever has little left to bid with lets the rest of a round go by.
  var skipped = '', sent = '';
  function due() { var field = document.querySelector('.ask [name=due]'); return field ? field.value : ''; }
  function skip() {
    var bid = document.getElementById('bid'), now = due();
    if (!bid || !skipped || now === sent || now.split('-')[0] !== skipped) { return; }
    sent = now;
    bid.value = 0;
    bid.form.requestSubmit();
  }
  document.addEventListener('click', function (event) {
    if (!event.target.closest || !event.target.closest('[data-skip]')) { return; }
    skipped = due().split('-')[0];
    skip();
  });
  document.addEventListener('htmx:sseMessage', skip);

  // The letter that was sold flies from the middle of the table to its new owner.
  var flown = null, still = window.matchMedia('(prefers-reduced-motion: reduce)');
  function sold() {
    var mark = document.querySelector('.player-card [data-sold]');
    return mark && mark.closest('.player-card').querySelector('.name').textContent + document.querySelector('.progress').textContent;
  }
  function fly() {
    var now = sold(), before = flown, table = document.querySelector('.onsale .tile.big');
    flown = now || '';
    if (!now || before === null || now === before || !table || still.matches) { return; }
    var mark = document.querySelector('.player-card [data-sold]'), from = table.getBoundingClientRect();
    var to = mark.closest('.player-card').getBoundingClientRect(), tile = document.createElement('span');
    tile.className = 'tile flying';
    tile.textContent = mark.dataset.sold;
    document.body.append(tile);
    var own = tile.getBoundingClientRect();
    function at(box) {
      var x = box.left + box.width / 2 - own.left - own.width / 2, y = box.top + box.height / 2 - own.top - own.height / 2;
      return 'translate(' + x + 'px, ' + y + 'px)';
    }
    var way = [{ transform: at(from) + ' scale(1.6)' }, { transform: at(to) + ' scale(.8)', opacity: .6 }];
    tile.animate(way, { duration: 500, easing: 'ease-in-out' }).onfinish = function () { tile.remove(); };
  }
  document.addEventListener('htmx:sseMessage', function (event) {
    if (event.target.closest && event.target.closest('.part-people')) { requestAnimationFrame(fly); }
  });
  if (document.querySelector('.player-cards')) { flown = sold() || ''; }
})();

// A person at a table: clocks that run, and signals for one who looks elsewhere, each behind a switch of its own.
(function () {
  'use strict';

  // The server says what is left; in between the page counts.
  var begun = new WeakMap();
  setInterval(function () {
    document.querySelectorAll('.time.running').forEach(function (time) {
      if (!begun.has(time)) { begun.set(time, performance.now()); }
      var left = Math.max(0, time.dataset.left - (performance.now() - begun.get(time)));
      var seconds = Math.ceil(left / 1000);
      time.textContent = Math.floor(seconds / 60) + ':' + String(seconds % 60).padStart(2, '0');
      time.classList.toggle('short', left < 10000);
    });
  }, 200);

  // The seats that this browser has had, newest first; the first page lists them.
  function seats() {
    try { return JSON.parse(window.kept.read('seats')) || []; } catch (unreadable) { return []; }
  }
  function remember() {
    // what is tried for a review is no game
    if (document.querySelector('.trial')) { return; }
    var own = { path: location.pathname, title: document.querySelector('h1').textContent, over: isOver() };
    own.players = 'against ' + Array.from(document.querySelectorAll('.player-card:not(.own) .who .name'), function (name) {
      return name.textContent;
    }).join(', ');
    own.status = document.querySelector('.part-headline > div').firstChild.textContent;
    own.seen = Date.now();
    var others = seats().filter(function (seat) { return seat.path !== own.path; });
    window.kept.write('seats', JSON.stringify([own].concat(others).slice(0, 12)));
  }
  function isOver() { return !!document.getElementById('to-review'); }

  var box = document.getElementById('signals');
  if (!box) {
    var seat = seats().find(function (seat) { return seat.path.indexOf(location.pathname + '/seat/') === 0; });
    var way = document.getElementById('own-seat-link');
    if (seat && way) {
      way.querySelector('a').href = seat.path;
      way.hidden = false;
    }
    return;
  }
  box.hidden = false;

  // A browser may refuse to keep anything.
  function kept(key) {
    try { return localStorage.getItem(key) === 'on'; } catch (refused) { return false; }
  }
  function keep(key, on) {
    try { localStorage.setItem(key, on ? 'on' : 'off'); } catch (refused) { /* as long as the page lasts */ }
  }
  function switched(id, act) {
    var button = document.getElementById(id);
    function show(on) { button.setAttribute('aria-pressed', String(on)); }
    show(kept(id));
    button.addEventListener('click', function () {
      var on = button.getAttribute('aria-pressed') !== 'true';
      act(on, function (done) { show(done); keep(id, done); });
    });
    return function () { return button.getAttribute('aria-pressed') === 'true'; };
  }

  // Short tones, made here. A browser lets a page sound only after it was used.
  var TONES = { turn: [660, 880], won: [523, 659, 784], over: [784, 659, 523, 392] };
  var audio = null;
  function play(cue) {
    var Audio = window.AudioContext;
    if (!Audio) { return; }
    audio = audio || new Audio();
    if (audio.state === 'suspended') { audio.resume(); }
    TONES[cue].forEach(function (pitch, index) {
      var tone = audio.createOscillator(), gain = audio.createGain();
      var start = audio.currentTime + index * 0.13;
      tone.frequency.value = pitch;
      gain.gain.setValueAtTime(0.12, start);
      gain.gain.exponentialRampToValueAtTime(0.001, start + 0.25);
      tone.connect(gain).connect(audio.destination);
      tone.start(start);
      tone.stop(start + 0.25);
    });
  }
  var sounds = switched('sounds', function (on, done) {
    done(on);
    if (on) { play('turn'); }
  });

  // Browsers notify only from addresses that they trust: this machine, or https.
  var notes = document.getElementById('notes');
  notes.hidden = !('Notification' in window && window.isSecureContext);
  var notifies = switched('notes', function (on, done) {
    if (!on) { return done(false); }
    Notification.requestPermission().then(function (answer) { done(answer === 'granted'); });
  });
  function notify() {
    if (!document.hidden || !notifies() || Notification.permission !== 'granted') { return; }
    var note = new Notification('Your turn', { body: document.querySelector('h1').textContent, tag: location.pathname });
    note.onclick = function () { window.focus(); note.close(); };
  }

  // What the page says now; only what is new since the last look is a signal.
  var was = null;
  function look() {
    var due = document.querySelector('.part-ask form [name=due]'), now = { turn: due ? due.value : '' };
    document.querySelectorAll('[data-cue]').forEach(function (mark) {
      var cue = mark.dataset.cue.split('-');
      now[cue[0]] = cue[1] || 'yes';
    });
    ['over', 'won', 'turn'].forEach(function (cue) {
      if (!was || !now[cue] || now[cue] === was[cue]) { return; }
      if (sounds()) { play(cue); }
      if (cue === 'turn') { notify(); }
    });
    if (was && now.over !== was.over) { document.querySelector('.table-menu').open = false; }
    remember();
    was = now;
  }
  document.addEventListener('htmx:sseMessage', look);
  look();
})();

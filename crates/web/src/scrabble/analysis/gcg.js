// The game of a form: read from a file, checked for its length, its wrong line selected. Without this script the
// game is pasted.
(function () {
  'use strict';
  var text = document.getElementById('game'), file = document.getElementById('file');
  var choice = document.getElementById('choice');
  if (!text || !file) { return; }
  choice.hidden = false;

  // Older files are in ISO-8859-1, of which this is a superset.
  function decoded(bytes) {
    try {
      return new TextDecoder('utf-8', {fatal: true}).decode(bytes);
    } catch (error) {
      return new TextDecoder('windows-1252').decode(bytes);
    }
  }
  function check() {
    var bytes = new Blob([text.value]).size, most = Number(text.dataset.most);
    var fits = bytes <= most;
    text.setCustomValidity(fits ? '' : 'The game has ' + bytes + ' bytes, and this server takes ' + most + '.');
    return fits;
  }
  // What is far too long would only slow the page down.
  function tooLong(size) {
    var most = Number(text.dataset.most);
    file.setCustomValidity(size <= 2 * most ? '' : 'The file has ' + size + ' bytes, and this server takes ' + most + '.');
    return !file.reportValidity();
  }
  file.addEventListener('change', function () {
    var chosen = file.files[0];
    if (!chosen || tooLong(chosen.size)) { return; }
    chosen.arrayBuffer().then(function (bytes) {
      text.value = decoded(bytes);
      text.removeAttribute('aria-invalid');
      document.getElementById('wrong-game').replaceChildren();
      if (!check()) { text.reportValidity(); }
    }, function () {
      file.setCustomValidity('This file cannot be read.');
      file.reportValidity();
    });
  });
  text.addEventListener('input', check);

  // The line that an error names.
  var wrong = document.querySelector('#wrong-game .refusal');
  var named = wrong && /^line (\d+)/.exec(wrong.textContent);
  if (named) {
    var lines = text.value.split('\n'), index = named[1] - 1;
    var start = lines.slice(0, index).reduce(function (sum, line) { return sum + line.length + 1; }, 0);
    text.setSelectionRange(start, start + (lines[index] || '').length);
    var height = parseFloat(getComputedStyle(text).lineHeight) || 16;
    text.scrollTop = Math.max(0, (index - 3) * height);
  }
})();

// Laying tiles by hand. The field of the typed move says what is sent: tiles on the board are written there,
// and the server tells what the move is worth.
(function () {
  'use strict';
  // the tiles on the board: square, text of the tile, letter (lower case for a blank), index on the rack
  var laid = [], cursor = null, due = null, held = null, drag = null, dragged = false;
  // the order in which the person holds the tiles, by their names
  var order = [];

  function id(name) { return document.getElementById(name); }
  function own() { return id('own'); }
  function tiles() { return own() ? Array.from(own().querySelectorAll('.rt')) : []; }
  function table() { return document.querySelector('.part-squares .squares'); }
  function cell(row, column) {
    var line = table() && table().tBodies[0].rows[row];
    return line && column >= 0 ? line.cells[column + 1] : undefined;
  }
  function spot(td) {
    return td && td.closest('tbody') && td.cellIndex > 0
      ? { row: td.parentNode.sectionRowIndex, column: td.cellIndex - 1 } : null;
  }
  function laidAt(row, column) {
    return laid.find(function (tile) { return tile.row === row && tile.column === column; });
  }
  // the letter on a square, also of a tile that is only laid; nothing on an empty square
  function letter(row, column) {
    var tile = laidAt(row, column), td = cell(row, column);
    if (tile) { return tile.letter; }
    return td && td.classList.contains('t') ? td.firstChild.textContent : '';
  }
  function isFree(row, column) { return !!cell(row, column) && !letter(row, column); }

  // The move as it is typed, or why it is none.
  function written() {
    var first = laid[0];
    function all(key) { return laid.every(function (tile) { return tile[key] === first[key]; }); }
    var across = all('row'), down = all('column');
    if (!across && !down) { return { why: 'The tiles are not in one line.' }; }
    if (across && down) {
      across = !!(letter(first.row, first.column - 1) || letter(first.row, first.column + 1)) ||
        !(letter(first.row - 1, first.column) || letter(first.row + 1, first.column));
    }
    var step = across ? [0, 1] : [1, 0], row = first.row, column = first.column, word = '', count = 0;
    while (letter(row - step[0], column - step[1])) { row -= step[0]; column -= step[1]; }
    var place = across ? (row + 1) + String.fromCharCode(65 + column) : String.fromCharCode(65 + column) + (row + 1);
    for (; letter(row, column); row += step[0], column += step[1]) {
      word += letter(row, column);
      if (laidAt(row, column)) { count += 1; }
    }
    return count === laid.length ? { text: place + ' ' + word } : { why: 'There is a gap between the tiles.' };
  }

  function say(text, isAdvice) {
    var line = id('weighed');
    if (line) { line.textContent = text; line.classList.toggle('advice', !!isAdvice); }
    if (isAdvice && id('refusal')) { id('refusal').textContent = ''; }
  }
  // What the move would earn, at the tile laid last and on the button; nothing while that is not known, and a
  // question mark for what is no move.
  var worth = null;
  function price(points) {
    var button = id('say'), word = exchanging() ? 'Exchange' : 'Play';
    worth = points;
    if (button) { button.textContent = points ? word + ' ' + points : word; }
    label();
  }
  function label() {
    var last = laid[laid.length - 1], td = last && cell(last.row, last.column);
    document.querySelectorAll('.squares .badge').forEach(function (badge) { badge.remove(); });
    if (worth === null || !td) { return; }
    var badge = document.createElement('span');
    badge.className = worth ? 'badge' : 'badge not';
    badge.textContent = worth || '?';
    badge.setAttribute('aria-hidden', 'true');
    td.append(badge);
  }
  function points(text) {
    var found = /: (-?\d+) points?$/.exec(text) || /^exchange (\d+) tiles$/.exec(text);
    return found ? found[1] : '';
  }
  // Asks what the typed move is worth.
  function weigh(text) {
    price(null);
    if (!text) { say(''); }
    window.weigh(id('move'), text, function (answer) {
      say(answer.said);
      price(answer.legal ? points(answer.said) : '');
    });
  }

  function face(td, tile) {
    td.classList.add('t', 'laid');
    td.classList.toggle('blank', tile.tile === '?');
    td.textContent = tile.letter;
    var value = tiles()[tile.index] && tiles()[tile.index].querySelector('sub');
    if (value) { td.append(value.cloneNode(true)); }
  }
  function clear() {
    document.querySelectorAll('.squares .laid').forEach(function (td) {
      td.replaceChildren.apply(td, td.before || []);
      td.className = td.was || '';
    });
    document.querySelectorAll('.squares .cursor').forEach(function (td) { td.classList.remove('cursor', 'down'); });
  }
  // Shows the tiles on the board and writes the move.
  function draw() {
    clear();
    laid.forEach(function (tile) {
      var td = cell(tile.row, tile.column);
      td.was = td.className;
      td.before = Array.from(td.childNodes);
      face(td, tile);
    });
    if (cursor && isFree(cursor.row, cursor.column)) {
      cell(cursor.row, cursor.column).classList.add('cursor');
      cell(cursor.row, cursor.column).classList.toggle('down', cursor.down);
    }
    tiles().forEach(function (button, index) {
      button.classList.toggle('used', laid.some(function (tile) { return tile.index === index; }));
      if (!exchanging()) { button.setAttribute('aria-pressed', held === index); }
    });
    label();
  }
  function write() {
    var field = id('move');
    draw();
    if (!field) { return; }
    var move = laid.length ? written() : { text: '' };
    field.value = move.text || '';
    field.dispatchEvent(new Event('answer', { bubbles: true }));
    if (move.why) { weigh(''); say(move.why); price(''); }
    // one letter alone is not a word yet
    else { weigh(move.text && /^\S+ \S$/.test(move.text) ? '' : move.text); }
  }

  function exchanging() { return !!id('exchange') && id('exchange').textContent === 'Cancel'; }
  function exchange(on) {
    id('exchange').textContent = on ? 'Cancel' : 'Exchange';
    held = null;
    laid = [];
    cursor = null;
    tiles().forEach(function (button) { button.setAttribute('aria-pressed', false); });
    write();
    if (on) { say('Pick the tiles to exchange.', true); }
  }
  function picked() {
    var names = tiles().filter(function (button) { return button.getAttribute('aria-pressed') === 'true'; });
    var text = names.map(function (button) { return button.dataset.tile; }).join('');
    id('move').value = text && 'exchange ' + text;
    weigh(id('move').value);
  }

  // Puts a tile of the rack on a square; a blank first asks for its letter.
  function put(index, row, column, as) {
    var button = tiles()[index], tile = button && button.dataset.tile;
    if (!tile || !id('move') || !isFree(row, column)) { return; }
    if (tile === '?' && !as) { choose(index, row, column); return; }
    laid = laid.filter(function (other) { return other.index !== index; });
    laid.push({ row: row, column: column, tile: tile, letter: as || tile, index: index });
    held = null;
    if (cursor && cursor.row === row && cursor.column === column) { go(1); }
    write();
  }
  function choose(index, row, column) {
    var box = id('blank');
    held = null;
    draw();
    box.onclick = function (event) {
      var as = event.target.dataset.blank;
      if (as) { box.close(); put(index, row, column, as); table().focus({ preventScroll: true }); }
    };
    box.onkeydown = function (event) {
      var found = Array.from(box.querySelectorAll('button')).find(function (button) {
        return button.textContent.trim().toLowerCase() === event.key.toLowerCase();
      });
      if (found) { event.preventDefault(); found.click(); }
    };
    box.showModal();
  }
  function recall(tile) {
    laid = tile ? laid.filter(function (other) { return other !== tile; }) : [];
    write();
  }

  // Moves the arrow along its direction to the next free square.
  function go(step) {
    var row = cursor.row, column = cursor.column;
    do {
      row += cursor.down ? step : 0;
      column += cursor.down ? 0 : step;
    } while (cell(row, column) && !isFree(row, column));
    if (cell(row, column)) { cursor.row = row; cursor.column = column; }
  }
  function name(row, column) {
    var td = cell(row, column), text = td && !laidAt(row, column) ? td.textContent : '';
    return (row + 1) + String.fromCharCode(65 + column) + (text && ', ' + text.replace('★', ''));
  }
  function where(text) {
    if (id('where')) { id('where').textContent = text; }
  }
  function point(row, column) {
    if (cursor && cursor.row === row && cursor.column === column) { cursor.down = !cursor.down; }
    else { cursor = { row: row, column: column, down: !!cursor && cursor.down }; }
    draw();
    table().focus({ preventScroll: true });
  }

  function pressed(td) {
    var at = spot(td), tile = at && laidAt(at.row, at.column);
    if (!at || !id('move') || exchanging()) { return; }
    if (tile) { recall(tile); } else if (isFree(at.row, at.column)) {
      if (held !== null) { put(held, at.row, at.column); } else { point(at.row, at.column); }
    }
  }
  function taken(index) {
    var button = tiles()[index];
    if (exchanging()) {
      button.setAttribute('aria-pressed', button.getAttribute('aria-pressed') !== 'true');
      picked();
    } else if (id('move')) {
      held = held === index ? null : index;
      draw();
    }
  }

  document.addEventListener('click', function (event) {
    if (dragged) { dragged = false; return; }
    var target = event.target.closest && event.target;
    if (!target || !own()) { return; }
    var button = target.closest('#own .rt');
    if (button) { taken(tiles().indexOf(button)); return; }
    if (target.closest('.part-squares td')) { pressed(target.closest('td')); return; }
    if (target.closest('#shuffle')) { shuffle(); }
    if (target.closest('#recall')) { recall(); }
    if (target.closest('#exchange')) { exchange(!exchanging()); }
  });
  function shuffle() {
    var all = tiles();
    for (var last = all.length - 1; last > 0; last -= 1) {
      var other = Math.floor(Math.random() * (last + 1)), moved = all[last];
      all[last] = all[other];
      all[other] = moved;
    }
    arrange(all);
  }
  // The buttons in another order; tiles on the board keep theirs.
  function arrange(all) {
    var before = tiles();
    laid.forEach(function (tile) { tile.index = all.indexOf(before[tile.index]); });
    own().replaceChildren.apply(own(), all);
    order = all.map(function (button) { return button.dataset.tile; });
    held = null;
    write();
  }
  // A rack that the server has sent again is held in the same order, new tiles last.
  function rearrange() {
    var left = tiles(), all = [];
    order.forEach(function (name) {
      var index = left.findIndex(function (button) { return button.dataset.tile === name; });
      if (index >= 0) { all.push(left.splice(index, 1)[0]); }
    });
    all = all.concat(left);
    if (order.length && all.some(function (button, index) { return button !== tiles()[index]; })) {
      own().replaceChildren.apply(own(), all);
    }
    order = all.map(function (button) { return button.dataset.tile; });
  }

  // Dragging, by mouse, pen or finger.
  document.addEventListener('pointerdown', function (event) {
    if (event.button || !own() || !event.target.closest || exchanging()) { return; }
    var button = event.target.closest('#own .rt'), at = spot(event.target.closest('.squares .laid'));
    var tile = at && laidAt(at.row, at.column);
    if (!button && !tile) { return; }
    drag = { index: tile ? tile.index : tiles().indexOf(button), tile: tile, x: event.clientX, y: event.clientY, ghost: null };
    // a finger is captured by what it touched
    if (event.target.hasPointerCapture && event.target.hasPointerCapture(event.pointerId)) {
      event.target.releasePointerCapture(event.pointerId);
    }
  });
  document.addEventListener('pointermove', function (event) {
    if (!drag) { return; }
    if (!drag.ghost && Math.abs(event.clientX - drag.x) + Math.abs(event.clientY - drag.y) < 8) { return; }
    if (!drag.ghost) {
      drag.ghost = document.createElement('span');
      drag.ghost.className = 'rt ghost';
      drag.ghost.textContent = drag.tile ? drag.tile.letter : tiles()[drag.index].dataset.tile;
      document.body.append(drag.ghost);
    }
    drag.ghost.style.left = event.clientX + 'px';
    drag.ghost.style.top = event.clientY + 'px';
    event.preventDefault();
  });
  function drop(event) {
    var was = drag;
    drag = null;
    if (!was || !was.ghost) { return; }
    was.ghost.remove();
    dragged = true;
    setTimeout(function () { dragged = false; }, 0);
    if (event.type !== 'pointerup') { return; }
    var under = document.elementFromPoint(event.clientX, event.clientY);
    var at = under && spot(under.closest('.part-squares td')), beside = under && under.closest('#own .rt');
    var as = was.tile && was.tile.tile === '?' ? was.tile.letter : undefined;
    if (at && isFree(at.row, at.column)) { put(was.index, at.row, at.column, as); }
    else if (was.tile && !at) { recall(was.tile); }
    else if (beside && !was.tile) {
      var all = tiles(), moved = all.splice(was.index, 1)[0];
      all.splice(tiles().indexOf(beside), 0, moved);
      arrange(all);
    }
  }
  // a selection that is dragged would take the pointer away
  document.addEventListener('dragstart', function (event) { if (drag) { event.preventDefault(); } });
  document.addEventListener('pointerup', drop);
  document.addEventListener('pointercancel', drop);

  // Where the arrow is when a turn begins: in the centre, as long as that is free.
  function start() {
    var middle = table() ? (table().tBodies[0].rows.length - 1) / 2 : 0;
    return isFree(middle, middle) ? { row: middle, column: middle, down: false } : null;
  }
  // Typing on the board, at the arrow.
  var MOVES = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
  function typed(key) {
    var used = function (index) { return laid.some(function (tile) { return tile.index === index; }); };
    var all = tiles(), wanted = key.toUpperCase();
    var find = function (name) {
      return all.findIndex(function (button, index) { return button.dataset.tile === name && !used(index); });
    };
    var index = find(wanted), blank = find('?');
    if (!isFree(cursor.row, cursor.column)) {
      say('Choose a free square first: click it, or go there with the arrow keys.', true);
    } else if (index >= 0) { put(index, cursor.row, cursor.column); }
    else if (blank >= 0) { put(blank, cursor.row, cursor.column, key.toLowerCase()); }
    else { say('There is no ' + wanted + ' on your rack.', true); }
  }
  function isLetter(key) { return key.length === 1 && key.toUpperCase() !== key.toLowerCase(); }
  document.addEventListener('keydown', function (event) {
    if (!id('move') || !own() || event.ctrlKey || event.metaKey || event.altKey || exchanging()) { return; }
    if (event.target !== table()) {
      // letters go to the board from wherever they are typed, but from fields
      var isField = event.target.closest('input, textarea, select, dialog');
      if (isField || !(isLetter(event.key) || event.key === 'Backspace' && laid.length)) { return; }
      table().focus({ preventScroll: true });
    }
    var move = MOVES[event.key], side = table().tBodies[0].rows.length;
    cursor = cursor || { row: (side - 1) / 2, column: (side - 1) / 2, down: false };
    if (move) {
      cursor.row = Math.min(side - 1, Math.max(0, cursor.row + move[0]));
      cursor.column = Math.min(side - 1, Math.max(0, cursor.column + move[1]));
      draw();
      where(name(cursor.row, cursor.column));
    } else if (event.key === ' ') {
      cursor.down = !cursor.down;
      draw();
      where(cursor.down ? 'down' : 'across');
    } else if (event.key === 'Backspace') {
      var last = laid[laid.length - 1];
      if (last) { cursor = { row: last.row, column: last.column, down: cursor.down }; recall(last); }
    } else if (event.key === 'Escape') { recall(); }
    else if (event.key === 'Enter') { if (id('move').value) { id('say').click(); } }
    else if (isLetter(event.key)) { typed(event.key); }
    else { return; }
    event.preventDefault();
  });
  document.addEventListener('pointerover', function (event) {
    var at = event.target.closest && spot(event.target.closest('.part-squares td'));
    if (at) { where(name(at.row, at.column)); }
  });
  // A move that is typed into the field.
  document.addEventListener('input', function (event) {
    if (event.target.id !== 'move' || !own()) { return; }
    laid = [];
    draw();
    weigh(event.target.value);
  });

  // A new question begins with all tiles on the rack; what was typed before this script was there is weighed.
  // Moves are typed with coordinates in a fold, which is open where no script runs.
  var isTyping = false;
  document.addEventListener('toggle', function (event) {
    if (event.target.matches('.typing')) { isTyping = event.target.open; }
  }, true);
  function settle() {
    var fold = document.querySelector('.typing');
    if (fold) { fold.open = isTyping; }
    var field = id('move'), now = field && field.form.elements.due.value, board = table();
    if (board) {
      if (now) { board.tabIndex = 0; } else { board.removeAttribute('tabindex'); }
      if (!id('where')) {
        var line = document.createElement('p');
        line.id = 'where';
        line.className = 'quiet';
        line.setAttribute('role', 'status');
        board.closest('.part').append(line);
      }
    }
    if (now !== due) {
      due = now;
      laid = [];
      held = null;
      cursor = now && start();
      price(null);
      if (field && field.value) { weigh(field.value); }
    }
    if (own()) {
      // a rack with tiles on the board is not sent again
      if (!laid.length) { rearrange(); }
      draw();
    }
  }
  document.addEventListener('htmx:afterSettle', settle);
  // A board that has the focus keeps it when it is sent again.
  var focused = false;
  document.addEventListener('htmx:sseBeforeMessage', function (event) {
    if (event.target.querySelector('.squares')) { focused = document.activeElement === table(); }
  });
  document.addEventListener('htmx:sseMessage', function (event) {
    // the square below the pointer may have another tile now
    var isBoard = event.target.querySelector('.squares');
    if (isBoard) { where(''); }
    settle();
    if (isBoard && focused && table().tabIndex === 0) { table().focus({ preventScroll: true }); }
  });
  // Nothing is sent while there is no move; htmx listens to this event, too.
  document.addEventListener('submit', function (event) {
    if (!event.target.matches('form.ask') || (event.submitter && event.submitter.name === 'do') || id('move').value.trim()) { return; }
    event.preventDefault();
    event.stopPropagation();
    var why = laid.length ? written().why : 'Lay tiles on the board first.';
    say(exchanging() ? 'Pick the tiles to exchange first.' : why, true);
  }, true);
  // A move that is refused says why above the tiles only.
  document.addEventListener('htmx:afterRequest', function (event) {
    if (event.target.matches('form.ask') && !event.detail.successful) { say(''); }
  });
  settle();
})();

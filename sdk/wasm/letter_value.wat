;; A player of the Letter Game in WAT: it bids for a letter what the letter is worth in Scrabble, and says the
;; dearest word of a short list that its letters make. It shows what a WASM player is made of; players for use are mostly
;; compiled from other languages.
;;
;; It does not parse JSON but looks for keys, eight bytes at a time where it can: `find` compares the last eight bytes and
;; then skips as far as the last byte allows (the search of Horspool).
;;
;; What lies where in the memory:
;;    256   skip tables of `find`, 256 bytes each      3072  the answer "act"     3584  the answer "fail"
;;   2048   fixed texts and the values of the letters  3840  two counts of letters, 128 bytes each
;;   4096   words, four bytes each                     8192  the message
(module
  (memory (export "memory") 1)

  (data (i32.const 2048) "{\22t\22:\22hello\22,\22lgp\22:1,\22name\22:\22letter_value\22,\22version\22:\221.0\22,\22caps\22:[]}")
  (data (i32.const 2176) ",\22move\22:{\22bid\22:")
  (data (i32.const 2192) ",\22move\22:{\22word\22:\22")
  (data (i32.const 2240) ",\22why\22:\22only the Letter Game is known\22}")
  (data (i32.const 2304) "\01\03\03\02\01\04\02\04\01\08\05\01\03\01\01\03\0a\01\01\01\01\04\04\08\04\0a")
  (data (i32.const 3072) "{\22t\22:\22act\22,\22q\22:")
  (data (i32.const 3584) "{\22t\22:\22fail\22,\22q\22:")
  (data (i32.const 4096)
    "JAZZFIZZQUIZHAZYCOZYFOXYWAXYQUAYZOOM"
    "JOKEJAVAZEROZONESIZEFOX WAX BOX ZOO "
    "JOB MIX OKAYFIVEHAVEWAVEVIEWMAKEJET "
    "SIX TAX SHY HAM HIM CAB CUP HAT OWL "
    "PIG BED YES CAT DOG GOD ADD SUN RAT "
    "TEN ART EAR OAR SEA TEA ION EEL INN "
    "\00")

  ;; The keys looked for, as the eight bytes at their end, and where their skip tables lie.
  (global $kind i64 (i64.const 0x223a22646e696b22))         ;; "kind":"
  (global $view i64 (i64.const 0x7b3a227765697622))         ;; "view":{
  (global $letter i64 (i64.const 0x223a227265747465))       ;; etter":"
  (global $hidden i64 (i64.const 0x225b3a226e656464))       ;; dden":["
  (global $won i64 (i64.const 0x225b3a226e6f7722))          ;; "won":["
  (global $kind_skips i32 (i32.const 256))
  (global $view_skips i32 (i32.const 512))
  (global $letter_skips i32 (i32.const 768))
  (global $hidden_skips i32 (i32.const 1024))
  (global $won_skips i32 (i32.const 1280))

  ;; Where the next message may be written: always the same place. 0 when there is no room.
  (func (export "lgp_alloc") (param $len i32) (result i32)
    (local $missing i32)
    (local.set $missing (i32.sub
      (i32.shr_u (i32.add (i32.add (local.get $len) (i32.const 8192)) (i32.const 65535)) (i32.const 16))
      (memory.size)))
    (if (i32.gt_s (local.get $missing) (i32.const 0)) (then
      (if (i32.eq (memory.grow (local.get $missing)) (i32.const -1)) (then (return (i32.const 0))))))
    (i32.const 8192))

  ;; Handles one message: answers a hello and an ask.
  (func (export "lgp_handle") (param $ptr i32) (param $len i32) (result i64)
    (local $end i32) (local $type i32)
    (local.set $end (i32.add (local.get $ptr) (local.get $len)))
    (local.set $type (call $after_key (local.get $ptr) (local.get $end) (i32.const 0x3a227422))) ;; "t":
    (if (i32.eqz (local.get $type)) (then (return (i64.const 0))))
    (local.set $type (i32.load8_u offset=1 (local.get $type)))
    (if (i32.eq (local.get $type) (i32.const 0x61)) (then                                        ;; a for ask
      (return (call $ask (local.get $ptr) (local.get $end)))))
    (if (i32.eq (local.get $type) (i32.const 0x68)) (then                                        ;; h for hello
      (return (call $pack (i32.const 2048) (i32.const 2117)))))
    (i64.const 0))

  (func $ask (param $at i32) (param $end i32) (result i64)
    (local $q i32) (local $kind i32) (local $view i32)
    (local.set $q (call $after_key (local.get $at) (local.get $end) (i32.const 0x3a227122)))     ;; "q":
    (if (i32.eqz (local.get $q)) (then (return (i64.const 0))))
    (local.set $kind (call $find (local.get $at) (local.get $end) (global.get $kind) (global.get $kind_skips)))
    (local.set $view (call $find (local.get $at) (local.get $end) (global.get $view) (global.get $view_skips)))
    (if (i32.and (i32.ne (local.get $kind) (i32.const 0)) (i32.ne (local.get $view) (i32.const 0))) (then
      (local.set $kind (i32.load8_u (local.get $kind)))
      (if (i32.eq (local.get $kind) (i32.const 0x62)) (then                                      ;; b for bid
        (return (call $bid (local.get $q) (local.get $view) (local.get $end)))))
      (if (i32.eq (local.get $kind) (i32.const 0x77)) (then                                      ;; w for word
        (return (call $word (local.get $q) (local.get $view) (local.get $end)))))))
    (call $fail (local.get $q)))

  ;; Bids the value of the letter that is for sale.
  (func $bid (param $q i32) (param $view i32) (param $end i32) (result i64)
    (local $letter i32) (local $out i32) (local $value i32)
    (local.set $letter (call $find (local.get $view) (local.get $end) (global.get $letter) (global.get $letter_skips)))
    (if (i32.eqz (local.get $letter)) (then (return (call $fail (local.get $q)))))
    (local.set $letter (i32.sub (i32.load8_u (local.get $letter)) (i32.const 0x41)))
    (if (i32.gt_u (local.get $letter) (i32.const 25)) (then (return (call $fail (local.get $q)))))
    (local.set $value (i32.load8_u offset=2304 (local.get $letter)))
    (local.set $out (call $digits (local.get $q) (i32.const 3087)))
    (local.set $out (call $put (local.get $out) (i32.const 2176) (i32.const 15)))
    (if (i32.ge_u (local.get $value) (i32.const 10)) (then
      (i32.store8 (local.get $out) (i32.const 0x31))
      (local.set $out (i32.add (local.get $out) (i32.const 1)))
      (local.set $value (i32.sub (local.get $value) (i32.const 10)))))
    (i32.store8 (local.get $out) (i32.add (local.get $value) (i32.const 0x30)))
    (i32.store16 offset=1 (local.get $out) (i32.const 0x7d7d))                                   ;; }}
    (call $pack (i32.const 3072) (i32.add (local.get $out) (i32.const 3))))

  ;; Says the first word of the list that the letters make, or none.
  (func $word (param $q i32) (param $view i32) (param $end i32) (result i64)
    (local $out i32) (local $word i32) (local $i i32) (local $c i32)
    (memory.fill (i32.const 3840) (i32.const 0) (i32.const 128))
    (call $count (call $find (local.get $view) (local.get $end) (global.get $hidden) (global.get $hidden_skips)))
    (call $count (call $find (local.get $view) (local.get $end) (global.get $won) (global.get $won_skips)))
    (local.set $out (call $digits (local.get $q) (i32.const 3087)))
    (local.set $out (call $put (local.get $out) (i32.const 2192) (i32.const 17)))
    (local.set $word (i32.const 4096))
    (block $no_more (loop $next
      (br_if $no_more (i32.eqz (i32.load8_u (local.get $word))))
      (if (call $makes (local.get $word)) (then
        (block $written (loop $letter
          (local.set $c (i32.load8_u (i32.add (local.get $word) (local.get $i))))
          (br_if $written (i32.eq (local.get $c) (i32.const 0x20)))
          (i32.store8 (local.get $out) (local.get $c))
          (local.set $out (i32.add (local.get $out) (i32.const 1)))
          (local.set $i (i32.add (local.get $i) (i32.const 1)))
          (br_if $letter (i32.lt_u (local.get $i) (i32.const 4)))))
        (br $no_more)))
      (local.set $word (i32.add (local.get $word) (i32.const 4)))
      (br $next)))
    (i32.store (local.get $out) (i32.const 0x7d7d22))                                            ;; "}}
    (call $pack (i32.const 3072) (i32.add (local.get $out) (i32.const 3))))

  ;; Whether the letters counted make the word. The counts are used up in a copy.
  (func $makes (param $word i32) (result i32)
    (local $i i32) (local $c i32) (local $left i32)
    (memory.copy (i32.const 3968) (i32.const 3840) (i32.const 128))
    (loop $letter
      (local.set $c (i32.load8_u (i32.add (local.get $word) (local.get $i))))
      (if (i32.eq (local.get $c) (i32.const 0x20)) (then (return (i32.const 1))))
      (local.set $left (i32.load8_u offset=3968 (local.get $c)))
      (if (i32.eqz (local.get $left)) (then (return (i32.const 0))))
      (i32.store8 offset=3968 (local.get $c) (i32.sub (local.get $left) (i32.const 1)))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br_if $letter (i32.lt_u (local.get $i) (i32.const 4))))
    (i32.const 1))

  ;; Counts the letters of a list, from its first letter on: A","B","C"]. Nothing for the address 0.
  (func $count (param $at i32)
    (local $c i32)
    (if (i32.eqz (local.get $at)) (then (return)))
    (loop $letter
      (local.set $c (i32.and (i32.load8_u (local.get $at)) (i32.const 127)))
      (i32.store8 offset=3840 (local.get $c) (i32.add (i32.load8_u offset=3840 (local.get $c)) (i32.const 1)))
      (local.set $c (i32.load8_u offset=2 (local.get $at)))
      (local.set $at (i32.add (local.get $at) (i32.const 4)))
      (br_if $letter (i32.eq (local.get $c) (i32.const 0x2c)))))                                 ;; a comma

  (func $fail (param $q i32) (result i64)
    (call $pack (i32.const 3584)
      (call $put (call $digits (local.get $q) (i32.const 3600)) (i32.const 2240) (i32.const 39))))

  ;; Copies the digits of a number, 20 at most. Gives where they end.
  (func $digits (param $from i32) (param $to i32) (result i32)
    (local $last i32) (local $c i32)
    (local.set $last (i32.add (local.get $to) (i32.const 20)))
    (block $done (loop $digit
      (local.set $c (i32.load8_u (local.get $from)))
      (br_if $done (i32.gt_u (i32.sub (local.get $c) (i32.const 0x30)) (i32.const 9)))
      (i32.store8 (local.get $to) (local.get $c))
      (local.set $from (i32.add (local.get $from) (i32.const 1)))
      (local.set $to (i32.add (local.get $to) (i32.const 1)))
      (br_if $digit (i32.lt_u (local.get $to) (local.get $last)))))
    (local.get $to))

  ;; Copies a fixed text. Gives where it ends.
  (func $put (param $to i32) (param $from i32) (param $len i32) (result i32)
    (memory.copy (local.get $to) (local.get $from) (local.get $len))
    (i32.add (local.get $to) (local.get $len)))

  (func $pack (param $start i32) (param $end i32) (result i64)
    (i64.or
      (i64.shl (i64.extend_i32_u (local.get $start)) (i64.const 32))
      (i64.extend_i32_u (i32.sub (local.get $end) (local.get $start)))))

  ;; The address behind the first key of four bytes, or 0. The keys so looked for are near the beginning.
  (func $after_key (param $at i32) (param $end i32) (param $key i32) (result i32)
    (local.set $end (i32.sub (local.get $end) (i32.const 4)))
    (loop $next
      (if (i32.ge_u (local.get $at) (local.get $end)) (then (return (i32.const 0))))
      (if (i32.eq (i32.load (local.get $at)) (local.get $key)) (then
        (return (i32.add (local.get $at) (i32.const 4)))))
      (local.set $at (i32.add (local.get $at) (i32.const 1)))
      (br $next))
    (unreachable))

  ;; The address behind the first place where the eight bytes stand, or 0.
  (func $find (param $at i32) (param $end i32) (param $bytes i64) (param $skips i32) (result i32)
    (loop $next
      (if (i32.gt_u (i32.add (local.get $at) (i32.const 8)) (local.get $end)) (then (return (i32.const 0))))
      (if (i64.eq (i64.load (local.get $at)) (local.get $bytes)) (then
        (return (i32.add (local.get $at) (i32.const 8)))))
      (local.set $at (i32.add (local.get $at)
        (i32.load8_u (i32.add (local.get $skips) (i32.load8_u offset=7 (local.get $at))))))
      (br $next))
    (unreachable))

  ;; Fills a skip table: how far the search may go on when a window ends in a byte.
  (func $fill_skips (param $bytes i64) (param $skips i32)
    (local $left i32)
    (memory.fill (local.get $skips) (i32.const 8) (i32.const 256))
    (local.set $left (i32.const 7))
    (loop $byte
      (i32.store8 (i32.add (local.get $skips) (i32.wrap_i64 (i64.and (local.get $bytes) (i64.const 255)))) (local.get $left))
      (local.set $bytes (i64.shr_u (local.get $bytes) (i64.const 8)))
      (local.set $left (i32.sub (local.get $left) (i32.const 1)))
      (br_if $byte (local.get $left))))

  (func $start
    (call $fill_skips (global.get $kind) (global.get $kind_skips))
    (call $fill_skips (global.get $view) (global.get $view_skips))
    (call $fill_skips (global.get $letter) (global.get $letter_skips))
    (call $fill_skips (global.get $hidden) (global.get $hidden_skips))
    (call $fill_skips (global.get $won) (global.get $won_skips)))
  (start $start))

;; Does what the first byte of the message says. Everything but `echo` is something that a player should not do.
(module
  (import "lgp" "log" (func $log (param i32 i32)))
  (memory (export "memory") 1)
  (table $elements 1 funcref)
  (data (i32.const 16) "not JSON \ff")
  (data (i32.const 32) "first\0asecond")
  (global $calls (mut i32) (i32.const 0))

  (func (export "lgp_alloc") (param $len i32) (result i32)
    (if (i32.eq (local.get $len) (i32.const 1000)) (then (return (i32.const 0))))       ;; no room
    (if (i32.eq (local.get $len) (i32.const 1001)) (then (return (i32.const 65000))))   ;; does not fit
    (if (i32.eq (local.get $len) (i32.const 1002)) (then (unreachable)))
    (if (i32.eq (local.get $len) (i32.const 1003)) (then
      (drop (memory.grow (i32.const 65535)))
      (return (i32.const 0))))
    (i32.const 1024))

  (func $pack (param $ptr i32) (param $len i32) (result i64)
    (i64.or (i64.shl (i64.extend_i32_u (local.get $ptr)) (i64.const 32)) (i64.extend_i32_u (local.get $len))))

  (func $deep (result i32) (i32.add (call $deep) (i32.const 1)))

  (func (export "lgp_handle") (param $ptr i32) (param $len i32) (result i64)
    (local $what i32)
    (global.set $calls (i32.add (global.get $calls) (i32.const 1)))
    (local.set $what (i32.load8_u (local.get $ptr)))
    (if (i32.eq (local.get $what) (i32.const 0x65)) (then                               ;; e echoes the message
      (return (call $pack (local.get $ptr) (local.get $len)))))
    (if (i32.eq (local.get $what) (i32.const 0x63)) (then                               ;; c gives how often it was called
      (i32.store8 (i32.const 8) (i32.add (global.get $calls) (i32.const 0x30)))
      (return (call $pack (i32.const 8) (i32.const 1)))))
    (if (i32.eq (local.get $what) (i32.const 0x74)) (then (unreachable)))               ;; t traps
    (if (i32.eq (local.get $what) (i32.const 0x2f)) (then                               ;; / divides by zero
      (return (i64.div_s (i64.const 1) (i64.const 0)))))
    (if (i32.eq (local.get $what) (i32.const 0x64)) (then                               ;; d calls itself without end
      (return (i64.extend_i32_u (call $deep)))))
    (if (i32.eq (local.get $what) (i32.const 0x6f)) (then (loop $ever (br $ever))))     ;; o loops for ever
    (if (i32.eq (local.get $what) (i32.const 0x6d)) (then                               ;; m takes memory until there is none, and traps
      (loop $more (br_if $more (i32.ne (memory.grow (i32.const 16)) (i32.const -1))))
      (unreachable)))
    (if (i32.eq (local.get $what) (i32.const 0x72)) (then                               ;; r asks for too much memory, and lives with the -1
      (i32.store8 (i32.const 8) (i32.eq (memory.grow (i32.const 65535)) (i32.const -1)))
      (return (call $pack (i32.const 8) (i32.const 1)))))
    (if (i32.eq (local.get $what) (i32.const 0x67)) (then                               ;; g grows without end, whatever the outcome
      (loop $ever (drop (memory.grow (i32.const 1))) (br $ever))))
    (if (i32.eq (local.get $what) (i32.const 0x62)) (then                               ;; b takes a larger table than there may be, and traps
      (drop (table.grow $elements (ref.null func) (i32.const 1000000)))
      (unreachable)))
    (if (i32.eq (local.get $what) (i32.const 0x78)) (then                               ;; x answers with a text outside the memory
      (return (call $pack (i32.const 65530) (i32.const 7)))))
    (if (i32.eq (local.get $what) (i32.const 0x79)) (then                               ;; y answers with an address whose end overflows
      (return (call $pack (i32.const -8) (i32.const 64)))))
    (if (i32.eq (local.get $what) (i32.const 0x6c)) (then                               ;; l answers with 1 MiB and a byte
      (drop (memory.grow (i32.const 20)))
      (return (call $pack (i32.const 8) (i32.const 1048577)))))
    (if (i32.eq (local.get $what) (i32.const 0x4c)) (then                               ;; L answers with 1 MiB
      (drop (memory.grow (i32.const 20)))
      (return (call $pack (i32.const 8) (i32.const 1048576)))))
    (if (i32.eq (local.get $what) (i32.const 0x21)) (then                               ;; ! answers with garbage
      (return (call $pack (i32.const 16) (i32.const 10)))))
    (if (i32.eq (local.get $what) (i32.const 0x7a)) (then                               ;; z answers with nothing at an address
      (return (call $pack (i32.const 16) (i32.const 0)))))
    (if (i32.eq (local.get $what) (i32.const 0x2e)) (then                               ;; . logs the rest of the message
      (call $log (i32.add (local.get $ptr) (i32.const 1)) (i32.sub (local.get $len) (i32.const 1)))))
    (if (i32.eq (local.get $what) (i32.const 0x3a)) (then                               ;; : logs two lines at once
      (call $log (i32.const 32) (i32.const 12))))
    (if (i32.eq (local.get $what) (i32.const 0x2a)) (then                               ;; * logs without end
      (loop $ever (call $log (i32.const 32) (i32.const 5)) (br $ever))))
    (if (i32.eq (local.get $what) (i32.const 0x2d)) (then                               ;; - logs a text outside the memory
      (call $log (i32.const 65530) (i32.const 7))))
    (i64.const 0)))

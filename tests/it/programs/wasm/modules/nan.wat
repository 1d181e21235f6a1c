;; Answers with the bits of what floats come to, where WASM leaves them open: operators whose result is a NaN.
(module
  (memory (export "memory") 1)
  (func (export "lgp_alloc") (param i32) (result i32) (i32.const 1024))
  (func (export "lgp_handle") (param $ptr i32) (param $len i32) (result i64)
    (local $zero f64) (local $minus f64)
    (local.set $minus (f64.const -1))
    (f64.store (i32.const 8) (f64.div (local.get $zero) (local.get $zero)))
    (f64.store (i32.const 16) (f64.sqrt (local.get $minus)))
    (f64.store (i32.const 24) (f64.add (f64.reinterpret_i64 (i64.const 0xfff0000000000001)) (local.get $minus)))
    (f64.store (i32.const 32) (f64.min (f64.reinterpret_i64 (i64.const 0xfff8000000abcdef)) (local.get $minus)))
    (f64.store (i32.const 40) (f64.promote_f32 (f32.reinterpret_i32 (i32.const 0xffc12345))))
    (f64.store (i32.const 48) (f64.ceil (f64.reinterpret_i64 (i64.const 0xfff8000000abcdef))))
    (i64.const 0x800000030)))

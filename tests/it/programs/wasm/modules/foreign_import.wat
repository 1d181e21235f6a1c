;; Asks for a function of WASI, which there is not.
(module
  (import "wasi_snapshot_preview1" "random_get" (func (param i32 i32) (result i32)))
  (memory (export "memory") 1)
  (func (export "lgp_alloc") (param i32) (result i32) (i32.const 1024))
  (func (export "lgp_handle") (param i32 i32) (result i64) (i64.const 0)))

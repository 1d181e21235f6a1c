;; Forgets to export `lgp_handle`, and exports `lgp_alloc` with another type.
(module
  (memory (export "memory") 1)
  (func (export "lgp_alloc") (param i64) (result i32) (i32.const 1024)))

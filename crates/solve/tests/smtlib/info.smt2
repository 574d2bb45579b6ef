(set-option :print-success true)
;> success
(set-info :status sat)
;> success
(get-info :name)
;> (:name "concrex")
(get-info :error-behavior)
;> (:error-behavior continued-execution)
(set-option :frobnicate 1)
;> unsupported
(define-sort word () (_ BitVec 16))
;> success
(define-fun twice ((a word)) word (bvadd a a))
;> success
(declare-const x word)
;> success
(assert (let ((y (twice x)) (z x)) (= (bvadd y z) (twice #x0003))))
;> success
(check-sat)
;> sat
(get-value (x))
;> ((x #x0002))

(set-logic QF_BV)
(set-option :produce-models true)
(declare-const x (_ BitVec 8))
(declare-fun y () (_ BitVec 8))
(assert (= (bvadd x y) #x0a))
(assert (= (bvsub x y) #x02))
(assert (bvult x #x80))
(check-sat)
;> sat
(get-value (x y (bvmul x y)))
;> ((x #x06) (y #x04) ((bvmul x y) #x18))
(get-model)
;> (
;>   (define-fun x () (_ BitVec 8) #x06)
;>   (define-fun y () (_ BitVec 8) #x04)
;> )
(echo "done")
;> "done"

(set-logic QF_BVFP)
(declare-const x (_ FloatingPoint 5 11))
(declare-const y Float16)
(declare-const m RoundingMode)
(push 1)
; addition commutes
(assert (not (= (fp.add m x y) (fp.add m y x))))
(check-sat)
;> unsat
(pop 1)
(push 1)
; but is not associative
(declare-const z Float16)
(assert (not (fp.isNaN (fp.add RNE (fp.add RNE x y) z))))
(assert (not (fp.isInfinite (fp.add RNE (fp.add RNE x y) z))))
(assert (not (fp.eq (fp.add RNE (fp.add RNE x y) z) (fp.add RNE x (fp.add RNE y z)))))
(check-sat)
;> sat
(pop 1)
(assert (= x ((_ to_fp 5 11) RNE 0.1)))
(assert (= y (fp.mul RTP x ((_ to_fp 5 11) RNE (- 2)))))
(check-sat)
;> sat
(get-value (x y (fp.isNegative y) ((_ fp.to_sbv 8) RTZ y) ((_ to_fp 8 24) RNE x)))
;> ((x (fp #b0 #b01011 #b1001100110)) (y (fp #b1 #b01100 #b1001100110)) ((fp.isNegative y) true) (((_ fp.to_sbv 8) RTZ y) #x00) (((_ to_fp 8 24) RNE x) (fp #b0 #x7b #b10011001100000000000000)))

; conversions out of range and zeros of both signs may be anything, but functions
(set-logic QF_FP)
(declare-const x Float32)
(declare-const y Float32)
(assert (= x (_ NaN 8 24)))
(assert (= ((_ fp.to_ubv 8) RNE x) #x2a))
(check-sat)
;> sat
(assert (not (= ((_ fp.to_ubv 8) RNE y) #x2a)))
(assert (= x y))
(check-sat)
;> unsat
(reset)
(declare-const x Float16)
(assert (fp.isNegative (fp.max (_ +zero 5 11) (_ -zero 5 11))))
(check-sat)
;> sat

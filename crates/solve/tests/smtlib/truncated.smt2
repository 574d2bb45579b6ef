(declare-const x Bool)
(assert (and x
;> (error "line 2 column 9: this parenthesis is never closed")

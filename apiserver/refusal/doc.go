// Package refusal says what callers are told when a call fails: the code or status of each kind of fault, its sentence, when
// to try again, and what goes to the log instead.
//
// It owns no sentence of a fault (whoever makes the fault writes it) and does not decide whether a call fails.
package refusal

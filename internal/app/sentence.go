package app

import (
	"errors"

	"mentionary/internal/fault"
)

// forPeople is an error as a command says it: the sentence for people first, then what was behind it.
func forPeople(err error) error {
	var f *fault.Error
	if !errors.As(err, &f) {
		return err
	}
	if f.Cause == nil {
		return errors.New(f.Sentence)
	}
	return errors.Join(errors.New(f.Sentence), f.Cause)
}

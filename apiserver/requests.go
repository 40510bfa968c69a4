package apiserver

import (
	"mentionary/internal/fault"
	"mentionary/internal/mention"
)

// typeNamed reads an entity type of a request, which calls it field; empty stays empty.
func typeNamed(field, word string) (string, error) {
	if word == "" {
		return "", nil
	}
	t, ok := mention.ParseType(word)
	if !ok {
		return "", fault.Newf(fault.BadInput,
			"%s: there is no such type. Types are book, product, person, company, location, concept and sponsor.", field).WithField(field)
	}
	return string(t), nil
}

package policies_test

import (
	"testing"

	"mentionary/policies"
)

func BenchmarkAllows(b *testing.B) {
	e, err := policies.New()
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if ok, err := e.Allows(policies.Admin, policies.PeopleFigures); err != nil || !ok {
			b.Fatal(ok, err)
		}
	}
}

package apiserver

import (
	"math"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"mentionary/internal/fault"
	"mentionary/internal/mention"
)

// optional is nil for an empty text: unknown is explicit in answers.
func optional(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// number is n as the contract carries numbers; what does not fit, no id or count does, is clamped.
func number(n int) int32 {
	return int32(min(max(n, math.MinInt32), math.MaxInt32))
}

// at is a time in UTC, nil for none.
func at(t *time.Time) *timestamppb.Timestamp {
	if t == nil || t.IsZero() {
		return nil
	}
	return timestamppb.New(t.UTC())
}

func seconds(ms int) float64 { return float64(ms) / 1000 }

// typeNamed reads an entity type of a request; empty stays empty.
func typeNamed(s string) (string, error) {
	if s == "" {
		return "", nil
	}
	t, ok := mention.ParseType(s)
	if !ok {
		return "", fault.New(fault.BadInput, "There is no such type. Types are book, product, person, company, location, concept and sponsor.").WithField("type")
	}
	return string(t), nil
}

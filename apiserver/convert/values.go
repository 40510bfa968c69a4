package convert

import (
	"math"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"
)

// All converts rows one by one; no rows are nil.
func All[R, M any](rows []R, one func(R) M) []M {
	var out []M
	for _, r := range rows {
		out = append(out, one(r))
	}
	return out
}

// Optional is nil for an empty text: unknown is explicit in answers.
func Optional(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// Number is n as the contract carries numbers; what does not fit, no id or count does, is clamped.
func Number(n int) int32 {
	return int32(min(max(n, math.MinInt32), math.MaxInt32))
}

// At is a time in UTC, nil for none.
func At(t *time.Time) *timestamppb.Timestamp {
	if t == nil || t.IsZero() {
		return nil
	}
	return timestamppb.New(t.UTC())
}

// Seconds is a time in milliseconds as answers carry it.
func Seconds(ms int) float64 { return float64(ms) / 1000 }

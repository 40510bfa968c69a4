package outbound

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestADelayIsSecondsOrADate(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	date := func(d time.Duration) string { return now.Add(d).Format(http.TimeFormat) }
	for value, want := range map[string]time.Duration{
		"": 0, "soon": 0, "-3": 0, "NaN": 0, "12": 12 * time.Second, " 12 ": 12 * time.Second, "1.5": 1500 * time.Millisecond,
		"1e300": maxRetryAfter, "Inf": maxRetryAfter, "99999999999999999999": maxRetryAfter,
		date(time.Minute): time.Minute, date(-time.Minute): 0, date(30 * 24 * time.Hour): maxRetryAfter,
	} {
		require.Equal(t, want, RetryAfter(http.Header{"Retry-After": {value}}, now), value)
	}
}

package outbound

import (
	"net/http"
	"strconv"
	"strings"
	"time"
)

// maxRetryAfter bounds what a site can ask of us.
const maxRetryAfter = 24 * time.Hour

// RetryAfter reads the header of that name, seconds (some servers send fractions) or a date, as a delay from now between
// 0 and 24 h. It is 0 when the header is missing or makes no sense.
func RetryAfter(h http.Header, now time.Time) time.Duration {
	value := strings.TrimSpace(h.Get("Retry-After"))
	if seconds, err := strconv.ParseFloat(value, 64); err == nil && seconds > 0 { // not so for NaN
		return time.Duration(min(seconds, maxRetryAfter.Seconds()) * float64(time.Second))
	}
	if at, err := http.ParseTime(value); err == nil {
		return max(0, min(at.Sub(now), maxRetryAfter))
	}
	return 0
}

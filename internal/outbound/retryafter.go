package outbound

import (
	"net/http"
	"strconv"
	"strings"
	"time"
)

// maxRetryAfter bounds what a site can ask of us.
const maxRetryAfter = 24 * time.Hour

// RetryAfter reads the header of that name, seconds or a date, as a delay from now between 0 and 24 h. It is 0 when the
// header is missing or makes no sense.
func RetryAfter(h http.Header, now time.Time) time.Duration {
	value := strings.TrimSpace(h.Get("Retry-After"))
	if value == "" {
		return 0
	}
	if seconds, err := strconv.ParseInt(value, 10, 64); err == nil {
		// Compared before the multiplication, which a large number would overflow.
		seconds = min(seconds, int64(maxRetryAfter/time.Second))
		return max(0, time.Duration(seconds)*time.Second)
	}
	if at, err := http.ParseTime(value); err == nil {
		return max(0, min(at.Sub(now), maxRetryAfter))
	}
	return 0
}

package ytdlp

import (
	"errors"
	"strings"
	"time"

	"mentionary/internal/fault"
)

// complaints maps what yt-dlp writes to standard error (in lower case) to faults. The first that is found wins: the
// specific ones stand in front.
var complaints = []struct {
	words    []string
	kind     fault.Kind
	sentence string
	after    time.Duration
}{
	{
		[]string{"not a bot", "confirm you’re not", "captcha", "http error 403"},
		fault.Blocked,
		"YouTube turned us away as a robot. You can also upload a transcript.", time.Hour,
	},
	{
		[]string{"http error 429", "too many requests", "rate-limited", "rate limit"},
		fault.RateLimited,
		"YouTube asks us to slow down.", 30 * time.Minute,
	},
	{
		[]string{
			"private video", "video is private", "members-only", "members only", "join this channel", "confirm your age", "age-restricted",
			"requires payment", "purchase", "login required", "sign in if you've been granted access",
		},
		fault.Private,
		"This video is not open to everybody. Upload its transcript if you may use it.", 0,
	},
	{
		[]string{
			"has been removed", "removed by the uploader", "account associated with this video has been terminated", "no longer available",
			"video does not exist", "copyright claim", "violating youtube", "http error 404",
		},
		fault.NotFound,
		"This video has been removed.", 0,
	},
	{
		[]string{"premieres in", "live event will begin", "this live event", "is not currently live"},
		fault.Unsupported,
		"This video has not been broadcast yet. Submit it again when it has ended.", 0,
	},
	{
		[]string{"not available in your country", "not made this video available", "geo restriction", "blocked it in your country"},
		fault.Private,
		"This video may not be watched from where this server stands. Upload its transcript if you may use it.", 0,
	},
	{
		[]string{"video unavailable", "video is unavailable", "this video is not available"},
		fault.NotFound,
		"YouTube has no such video, or it is no longer available.", 0,
	},
	{
		[]string{"unable to download", "timed out", "connection", "getaddrinfo", "name resolution", "http error 5", "urlopen error"},
		fault.Unavailable,
		"YouTube could not be reached.", 0,
	},
}

// classify turns the complaint of a failed yt-dlp into a fault; the complaint itself is kept for the log.
func classify(stderr string, cause error) error {
	lower := strings.ToLower(strings.ReplaceAll(stderr, "’", "'"))
	cause = errors.Join(cause, errors.New(lastLines(stderr)))
	for _, c := range complaints {
		for _, w := range c.words {
			if strings.Contains(lower, strings.ReplaceAll(w, "’", "'")) {
				return fault.Wrap(c.kind, cause, c.sentence).WithRetryAfter(c.after)
			}
		}
	}
	return fault.Wrap(fault.Unavailable, cause, "yt-dlp could not read this video. It may be out of date: ask the operator to update it.")
}

// lastLines keeps the end of a complaint, where yt-dlp names the reason.
func lastLines(s string) string {
	s = strings.ToValidUTF8(strings.TrimSpace(s), "")
	if len(s) > 500 {
		s = strings.ToValidUTF8(s[len(s)-500:], "")
	}
	return s
}

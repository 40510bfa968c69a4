package youtube

import (
	"strings"

	"mentionary/internal/fault"
)

// playability is what a player answer says about whether the video may be watched.
type playability struct {
	Status      string `json:"status"`
	Reason      string `json:"reason"`
	AgeGate     int    `json:"desktopLegacyAgeGateReason"`
	ErrorScreen screen `json:"errorScreen"`
}

type screen struct {
	Message struct {
		Reason    text `json:"reason"`
		Subreason text `json:"subreason"`
	} `json:"playerErrorMessageRenderer"`
}

// text is a piece of text in one of the two ways the site writes it.
type text struct {
	Simple string `json:"simpleText"`
	Runs   []struct {
		Text string `json:"text"`
	} `json:"runs"`
}

func (t text) String() string {
	s := t.Simple
	for _, r := range t.Runs {
		s += r.Text
	}
	return s
}

// fault says why the video cannot be watched, nil when it can. The statuses are few and say little; the English reason
// (the lookup asks for English) says which case it is.
func (p playability) fault() error {
	if p.Status == "OK" {
		return nil
	}
	reason := p.Reason
	if reason == "" {
		reason = p.ErrorScreen.Message.Reason.String()
	}
	said := strings.ToLower(strings.ReplaceAll(reason+" "+p.ErrorScreen.Message.Subreason.String(), "’", "'"))
	says := func(words ...string) bool {
		for _, w := range words {
			if strings.Contains(said, w) {
				return true
			}
		}
		return false
	}
	switch {
	case says("not a bot", "unusual traffic"):
		return robot()
	case p.Status == "LIVE_STREAM_OFFLINE", says("premieres in", "live event will begin", "live stream recording"):
		return notBroadcast()
	case p.AgeGate != 0, strings.HasPrefix(p.Status, "AGE_"), says("confirm your age", "inappropriate", "age-restricted"):
		return fault.New(fault.Private, "This video is age-restricted, so YouTube shows it only to viewers who are signed in.")
	case says("country", "your region", "your location"):
		return fault.New(fault.Private, "YouTube does not show this video in the country where this server is located.")
	case says("members", "join this channel"):
		return fault.New(fault.Private, "This video is for members of the channel only.")
	case says("private"):
		return private("video")
	case says("payment", "purchase", "rent", "premium"):
		return fault.New(fault.Private, "This video has to be paid for, so YouTube does not show it to us.")
	case says("removed", "terminated", "does not exist", "deleted", "no longer available"),
		p.Status == "ERROR" && says("unavailable", "not available"):
		return missing("video")
	case p.Status == "LOGIN_REQUIRED", p.Status == "CONTENT_CHECK_REQUIRED":
		return fault.New(fault.Private, "YouTube shows this video only to viewers who are signed in.")
	default:
		return fault.Newf(fault.Unavailable, "YouTube does not play this video at the moment (%s).", strings.ToLower(p.Status))
	}
}

func notBroadcast() error {
	return fault.New(fault.NoTranscript, "This video is live or has not been broadcast yet. Submit it again when the recording is available.")
}

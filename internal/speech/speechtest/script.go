package speechtest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"sync/atomic"
	"time"
)

// Reply is what a script wants sent. The zero value is the right answer.
type Reply struct {
	Status int
	Header map[string]string
	Raw    string                     // sent as it is in place of the answer
	Change func(answer string) string // what to make of the answer
	Hang   bool                       // answer nothing until the client goes away or the server closes
	After  time.Duration              // answer only then
	CutOff bool                       // half of the answer, then the connection breaks
}

func (r Reply) plain() bool { return r.Raw == "" && r.Status == 0 }

// Script answers a request. It is called from several goroutines at once, and may wait.
type Script func(Request) Reply

// Right hears everything.
func Right() Script { return func(Request) Reply { return Reply{} } }

// First answers the first n requests with audio of a talk by one script, all others by another.
func First(n int, script, then Script) Script {
	var seen atomic.Int64
	return func(r Request) Reply {
		if !r.Probe && seen.Add(1) <= int64(n) {
			return script(r)
		}
		return then(r)
	}
}

// Speaks hears, in these formats only.
func Speaks(formats ...string) Script {
	return func(r Request) Reply {
		if slices.Contains(formats, r.Format) {
			return Reply{}
		}
		return errorReply(http.StatusBadRequest,
			fmt.Sprintf("response_format '%s' is not compatible with model '%s'.", r.Format, Model), "unsupported_value", "response_format")
	}
}

// Status answers every request with a status and an error of this code. The message repeats the key, as some servers do.
func Status(status int, code string) Script {
	return func(Request) Reply { return errorReply(status, "Failed for key "+Key, code, "") }
}

// RateLimited turns every request away with Retry-After in seconds.
func RateLimited(seconds int) Script {
	return func(Request) Reply {
		r := errorReply(http.StatusTooManyRequests, "Rate limit reached for key "+Key, "rate_limit_exceeded", "")
		r.Header = map[string]string{"Retry-After": strconv.Itoa(seconds)}
		return r
	}
}

// TakesAtMost refuses files of more bytes.
func TakesAtMost(bytes int) Script {
	return func(r Request) Reply {
		if r.Bytes <= bytes {
			return Reply{}
		}
		return errorReply(http.StatusRequestEntityTooLarge,
			fmt.Sprintf("Maximum content size limit (%d) exceeded (%d bytes read)", bytes, r.Bytes), "", "")
	}
}

// RefusesPrompt hears only without a prompt.
func RefusesPrompt() Script {
	return func(r Request) Reply {
		if r.Prompt == "" {
			return Reply{}
		}
		return errorReply(http.StatusBadRequest, "Prompt is not supported for this model.", "unsupported_parameter", "prompt")
	}
}

// Slow never answers.
func Slow() Script { return func(Request) Reply { return Reply{Hang: true} } }

// CutOff breaks the connection in the middle of each answer.
func CutOff() Script { return func(Request) Reply { return Reply{CutOff: true} } }

// Nonsense answers what no speech server says.
func Nonsense() Script {
	return func(Request) Reply { return Reply{Raw: `{"weather":["rain",7],"segments":"none"}`} }
}

// WebPage answers like a web server.
func WebPage() Script {
	return func(Request) Reply {
		return Reply{Raw: "<!doctype html><title>Welcome</title>", Header: map[string]string{"Content-Type": "text/html"}}
	}
}

// Backwards tells times that run backwards, lie outside the file and are no numbers.
func Backwards() Script {
	return func(Request) Reply {
		return Reply{Change: func(answer string) string {
			var a map[string]any
			if json.Unmarshal([]byte(answer), &a) != nil {
				return answer
			}
			for _, list := range []string{"segments", "words"} {
				parts, _ := a[list].([]any)
				for i, p := range parts {
					part, _ := p.(map[string]any)
					switch i % 4 {
					case 1:
						part["start"], part["end"] = part["end"], part["start"]
					case 2:
						part["start"], part["end"] = -7.5, 1e300
					case 3:
						part["start"], part["end"] = "NaN", nil
					}
				}
			}
			b, _ := json.Marshal(a) // it was JSON
			return string(b)
		}}
	}
}

func errorReply(status int, message, code, param string) Reply {
	b, _ := json.Marshal(map[string]any{"error": map[string]any{
		"message": message, "type": "invalid_request_error", "param": orNil(param), "code": orNil(code),
	}})
	return Reply{Status: status, Raw: string(b)}
}

func orNil(s string) any {
	if s == "" {
		return nil
	}
	return s
}

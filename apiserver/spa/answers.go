package spa

import (
	"bytes"
	"encoding/json"
	"net/http"
	"time"
)

const (
	// answersTime bounds how long a page waits for its answers: it is better sent without them than late.
	answersTime = 250 * time.Millisecond
	// answersBytes bounds the answers that stand in a page. What does not fit is asked by the browser, beside the code.
	answersBytes = 128 << 10
)

// answers are what visitors are answered to the first calls of a page, by the addresses of the calls. They stand in the page, so that its
// code draws it whole at once. Only what every visitor gets alike is ever among them.
type answers map[string]json.RawMessage

// answers asks what visitors are answered to calls. Those that fail, take long or are too large are left out.
func (s *Site) answers(r *http.Request, calls []string) answers {
	if s.answer == nil {
		return nil
	}
	type given struct {
		call   string
		answer []byte
	}
	come := make(chan given, len(calls)) // who comes too late goes away
	for _, call := range calls {
		go func() { come <- given{call, s.answer(r, call)} }()
	}
	late := time.NewTimer(answersTime)
	defer late.Stop()
	all, room := answers{}, answersBytes
	for range calls {
		select {
		case g := <-come:
			if len(g.answer) > room || !json.Valid(g.answer) {
				continue
			}
			room -= len(g.answer)
			all[g.call] = g.answer
		case <-late.C:
			return all
		}
	}
	return all
}

// missing are the calls whose answers do not stand in the page.
func (a answers) missing(calls []string) []string {
	var out []string
	for _, call := range calls {
		if _, ok := a[call]; !ok {
			out = append(out, call)
		}
	}
	return out
}

// script is the element that holds the answers. It is data and never runs; what others wrote cannot end it, because encoding/json
// writes <, > and & as escapes, and so U+2028 and U+2029.
func (a answers) script(nonce string) string {
	if len(a) == 0 {
		return ""
	}
	var b bytes.Buffer
	b.WriteString(`<script type="application/json" id="answers" nonce="` + nonce + `">`)
	if err := json.NewEncoder(&b).Encode(a); err != nil { // never: each was looked at
		return ""
	}
	b.WriteString("</script>")
	return b.String()
}

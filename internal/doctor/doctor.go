package doctor

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"
)

// Limit is the time each check gets.
const Limit = 5 * time.Second

// Status is how a check ended.
type Status string

// The statuses.
const (
	OK      Status = "ok"
	Off     Status = "off"     // it was not asked for
	Warning Status = "warning" // it works, with something lost or unknown
	Problem Status = "problem" // it does not work
)

// Finding is what a check found: a status, and a sentence that says what to do when there is something to do. Cause is what
// somebody else's program said: it may name hosts, so it is for operators.
type Finding struct {
	Status Status `json:"status"`
	Text   string `json:"text"`
	Cause  error  `json:"-"`
}

// because adds the cause.
func (f Finding) because(err error) Finding {
	f.Cause = err
	return f
}

// String is the sentence with its cause.
func (f Finding) String() string {
	if f.Cause == nil {
		return f.Text
	}
	return fmt.Sprintf("%s (%s).", strings.TrimSuffix(f.Text, "."), plain(f.Cause))
}

// Check is one thing to look at. Look ends with its context or soon after; when it does not, the check is a problem.
type Check struct {
	Name string
	Look func(ctx context.Context) Finding
}

// Result is a check's finding by name.
type Result struct {
	Name string `json:"name"`
	Finding
	Took time.Duration `json:"-"`
}

func good(format string, args ...any) Finding {
	return Finding{Status: OK, Text: fmt.Sprintf(format, args...)}
}

func off(format string, args ...any) Finding {
	return Finding{Status: Off, Text: fmt.Sprintf(format, args...)}
}

func warn(format string, args ...any) Finding {
	return Finding{Status: Warning, Text: fmt.Sprintf(format, args...)}
}

func bad(format string, args ...any) Finding {
	return Finding{Status: Problem, Text: fmt.Sprintf(format, args...)}
}

// Run runs all checks side by side, each with the limit of time, and returns their results in the same order.
func Run(ctx context.Context, checks []Check, limit time.Duration) []Result {
	out := make([]Result, len(checks))
	var all sync.WaitGroup
	for i, c := range checks {
		all.Go(func() {
			began := time.Now()
			out[i] = Result{Name: c.Name, Finding: limited(ctx, c, limit), Took: time.Since(began)}
		})
	}
	all.Wait()
	return out
}

// limited does not wait for a check that does not heed its context. One that does gets the last tenth to say what it knows.
func limited(ctx context.Context, c Check, limit time.Duration) Finding {
	ctx, cancel := context.WithTimeout(ctx, limit-limit/10)
	defer cancel()
	done := make(chan Finding, 1)
	go func() { done <- c.Look(ctx) }()
	select {
	case f := <-done:
		return f
	case <-ctx.Done():
	}
	select {
	case f := <-done:
		return f
	case <-time.After(limit / 10):
		return bad("There was no answer within %d seconds.", int(limit.Seconds()))
	}
}

// Healthy reports whether no result is a problem.
func Healthy(all []Result) bool {
	for _, r := range all {
		if r.Status == Problem {
			return false
		}
	}
	return true
}

// ForOperator returns the results with the causes in their sentences, and with every secret hidden, in case a cause quotes
// one. Secrets of fewer than four characters cannot be told from words.
func ForOperator(all []Result, secrets ...string) []Result {
	out := slices.Clone(all)
	for i := range out {
		out[i].Text = out[i].String()
		for _, s := range secrets {
			if len(s) >= 4 {
				out[i].Text = strings.ReplaceAll(out[i].Text, s, "(secret)")
			}
		}
	}
	return out
}

// Print writes the results as a list in columns; sentences of several lines stay in theirs.
func Print(w io.Writer, all []Result) error {
	name := 0
	for _, r := range all {
		name = max(name, len(r.Name))
	}
	indent := "\n" + strings.Repeat(" ", name+2+len(Problem)+2)
	var b strings.Builder
	for _, r := range all {
		fmt.Fprintf(&b, "%-*s  %-*s  %s\n", name, r.Name, len(Problem), r.Status, strings.ReplaceAll(r.Text, "\n", indent))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// PrintJSON writes the results for machines.
func PrintJSON(w io.Writer, all []Result) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(struct {
		Healthy bool     `json:"healthy"`
		Checks  []Result `json:"checks"`
	}{Healthy(all), all})
}

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
	Warning Status = "warning" // it works, with something lost or unknown
	Problem Status = "problem" // it does not work
)

// Finding is what a check found: a status, and a sentence that says what to do when there is something to do.
type Finding struct {
	Status Status `json:"status"`
	Text   string `json:"text"`
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
}

func good(format string, args ...any) Finding { return Finding{OK, fmt.Sprintf(format, args...)} }

func warn(format string, args ...any) Finding { return Finding{Warning, fmt.Sprintf(format, args...)} }

func bad(format string, args ...any) Finding { return Finding{Problem, fmt.Sprintf(format, args...)} }

// Run runs all checks side by side, each with the limit of time, and answers their results in the same order.
func Run(ctx context.Context, checks []Check, limit time.Duration) []Result {
	out := make([]Result, len(checks))
	var all sync.WaitGroup
	for i, c := range checks {
		all.Go(func() { out[i] = Result{c.Name, limited(ctx, c, limit)} })
	}
	all.Wait()
	return out
}

// limited does not wait for a check that does not heed its context.
func limited(ctx context.Context, c Check, limit time.Duration) Finding {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	done := make(chan Finding, 1)
	go func() { done <- c.Look(ctx) }()
	select {
	case f := <-done:
		return f
	case <-ctx.Done():
	}
	select {
	case f := <-done: // both at once: what it says is worth more
		return f
	case <-time.After(limit / 10):
		return bad("No answer within %s.", limit)
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

// Without answers the results with every secret in them hidden, in case an error of somebody else's quotes one. Secrets of
// fewer than four characters cannot be told from words.
func Without(all []Result, secrets ...string) []Result {
	out := slices.Clone(all)
	for i := range out {
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

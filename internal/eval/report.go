package eval

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
)

// Figure is one thing that was measured. Part and Name together say which.
type Figure struct {
	Part  string  `json:"part"` // the table it stands in
	Name  string  `json:"name"`
	Value float64 `json:"value"`
	Of    int     `json:"of,omitempty"` // how many cases it rests on
	Unit  Unit    `json:"unit"`
	Goal  string  `json:"goal,omitempty"` // what it should be, or what it is to be compared with
}

// Unit says how a value is written.
type Unit string

// The units.
const (
	Share  Unit = "share" // 0 to 1
	Count  Unit = "count"
	Number Unit = "number" // with decimals
)

// Name is an entry of a list that people read.
type Name struct {
	Type     string `json:"type"`
	Name     string `json:"name"`
	Mentions int    `json:"mentions"`
	Verdict  string `json:"verdict"` // right, wrong, not judged
}

// Report is one run of the evaluation.
type Report struct {
	Version string   `json:"version"` // of the program
	Model   string   `json:"model,omitempty"`
	Figures []Figure `json:"figures"`
	Top     []Name   `json:"top,omitempty"`     // the most mentioned of each type
	Learned []Name   `json:"learned,omitempty"` // "heard -> name"
	Misses  []string `json:"misses,omitempty"`  // what was missed and what was wrong, a line each, when asked for
}

func (r *Report) add(part, name string, unit Unit, value float64, of int, goal string) {
	r.Figures = append(r.Figures, Figure{Part: part, Name: name, Value: value, Of: of, Unit: unit, Goal: goal})
}

func (r *Report) share(part, name string, a, b int, goal string) {
	r.add(part, name, Share, ratio(a, b), b, goal)
}

func (r *Report) count(part, name string, n int, goal string) {
	r.add(part, name, Count, float64(n), 0, goal)
}

// score adds precision, recall and F1. What was never wanted has no recall, what was never found no precision.
func (r *Report) score(part, name string, s score, goal string) {
	if s.found > 0 {
		r.share(part, name+": precision", s.right, s.found, "")
	}
	if s.wanted > 0 {
		r.share(part, name+": recall", s.hit, s.wanted, "")
		r.add(part, name+": F1", Share, s.f1(), s.wanted, goal)
	}
}

// note keeps a line about something missed or wrong.
func (r *Report) note(format string, args ...any) {
	r.Misses = append(r.Misses, fmt.Sprintf(format, args...))
}

// Save writes a report to a file as JSON.
func (r *Report) Save(path string) error {
	b, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Clean(path), append(b, '\n'), 0o600)
}

// Load reads a report that Save wrote.
func Load(path string) (*Report, error) {
	b, err := os.ReadFile(filepath.Clean(path))
	if err != nil {
		return nil, err
	}
	var r Report
	if err := json.Unmarshal(b, &r); err != nil {
		return nil, fmt.Errorf("%s is no report of mentionary eval: %w", path, err)
	}
	return &r, nil
}

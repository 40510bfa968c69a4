package eval

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"mentionary/internal/extract"
	"mentionary/internal/transcript"
)

type interval struct{ start, end float64 }

func (a interval) iou(b interval) float64 {
	both := min(a.end, b.end) - max(a.start, b.start)
	if both <= 0 {
		return 0
	}
	return both / (max(a.end, b.end) - min(a.start, b.start))
}

// paidReads compares the paid reads found with those people marked. They are no rows of their own, so the text is read here.
func (e *evaluation) paidReads(context.Context) error {
	dirs, err := filepath.Glob(filepath.Join(e.Data, "sponsors", "ep-*"))
	if err != nil {
		return err
	}
	total, falseAlarms, adFree := score{}, 0, 0
	for _, dir := range dirs {
		truth, err := truthOf(filepath.Join(dir, "truth.txt"))
		if err != nil {
			return err
		}
		raw, err := os.ReadFile(filepath.Join(filepath.Clean(dir), "segments.json"))
		if err != nil {
			return err
		}
		var segments []struct {
			Start, End float64
			Text       string
		}
		if err := json.Unmarshal(raw, &segments); err != nil {
			return err
		}
		var cues []transcript.Cue
		for _, s := range segments {
			cues = append(cues, transcript.Cue{StartMS: int(s.Start * 1000), EndMS: int(s.End * 1000), Text: s.Text})
		}
		cues, _ = transcript.Clean(cues)
		doc := transcript.Layout(cues)
		var found []interval
		for _, span := range extract.AdSpans(doc.Text, extract.Words(doc.Text)) {
			found = append(found, interval{timeAt(doc, cues, span.Start), timeAt(doc, cues, span.End)})
		}
		s := overlap(found, truth)
		e.tell("paid reads %s found %.0f, marked %.0f", filepath.Base(dir), found, truth)
		if len(truth) == 0 {
			adFree++
			falseAlarms += len(found)
		}
		total.add(s)
	}
	const part = "Paid reads, marked by others"
	e.report.score(part, "overlap of at least a half", total, ">= 0.78")
	e.report.count(part, fmt.Sprintf("false alarms in %d episodes without any", adFree), falseAlarms, "0")
	return nil
}

// timeAt returns the time of an offset, read off its place within the cue.
func timeAt(doc transcript.Document, cues []transcript.Cue, offset int) float64 {
	i := doc.CueAt(offset)
	start, end := doc.CueSpan(i)
	share := 0.0
	if end > start {
		share = min(1, float64(offset-start)/float64(end-start))
	}
	return (float64(cues[i].StartMS) + share*float64(cues[i].EndMS-cues[i].StartMS)) / 1000
}

func overlap(found, truth []interval) score {
	s := score{found: len(found), wanted: len(truth)}
	used := make([]bool, len(truth))
	for _, f := range found {
		for i, w := range truth {
			if !used[i] && f.iou(w) >= 0.5 {
				used[i] = true
				s.right++
				s.hit++
				break
			}
		}
	}
	return s
}

func truthOf(path string) ([]interval, error) {
	raw, err := os.ReadFile(filepath.Clean(path))
	if err != nil {
		return nil, err
	}
	var out []interval
	for line := range strings.Lines(string(raw)) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), ":")
		switch name {
		case "start":
			out = append(out, interval{start: seconds(value)})
		case "end":
			out[len(out)-1].end = seconds(value)
		}
	}
	return out, nil
}

func seconds(s string) float64 {
	total := 0.0
	for part := range strings.SplitSeq(strings.TrimSpace(s), ":") {
		v, err := strconv.ParseFloat(part, 64)
		if err != nil {
			return 0
		}
		total = total*60 + v
	}
	return total
}

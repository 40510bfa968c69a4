// Command quality measures the built-in extractor on real, annotated conversations that are not part of the project:
//
//	go run ./bench/quality -data DIR
//
// DIR holds gold/*.jsonl, transcripts/, sponsors/ and urls/. It prints a table of measures with their goals: F1 on
// annotated conversations, recall of the books of show notes, F1 of paid reads, share of verbatim quotes, words a second,
// the loss without capitals, candidates an episode, and stability of canonical addresses.
//
// What is found in the demo library is measured by a test, which needs no data: go test ./bench/quality -run Demo -v
package main

import (
	"flag"
	"fmt"
	"os"
	"runtime/pprof"

	"mentionary/internal/extract/offline"
)

func main() {
	data := flag.String("data", "", "folder with the measuring data")
	details := flag.Bool("v", false, "list what was missed and what was wrong")
	only := flag.String("only", "", "run one part: annotated, notes, sponsors or addresses")
	profile := flag.String("cpuprofile", "", "write a CPU profile to this file")
	flag.Parse()
	if *data == "" {
		fmt.Fprintln(os.Stderr, "Say where the measuring data is: go run ./bench/quality -data DIR")
		os.Exit(2)
	}
	if *profile != "" {
		f, err := os.Create(*profile)
		if err == nil {
			err = pprof.StartCPUProfile(f)
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		defer pprof.StopCPUProfile()
	}
	if err := measure(*data, *only, *details); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func measure(data, only string, details bool) error {
	t := &table{}
	r := runner{extractor: offline.New(), details: details, tally: &tally{}}
	steps := []struct {
		name string
		run  func(string, runner, *table) error
	}{{"annotated", measureAnnotated}, {"notes", measureNotes}, {"sponsors", measureSponsors}, {"addresses", measureAddresses}}
	for _, s := range steps {
		if only != "" && only != s.name {
			continue
		}
		if err := s.run(data, r, t); err != nil {
			return err
		}
	}
	t.row("quotes verbatim", percent(r.tally.verbatim, r.tally.quotes), "100 %")
	t.row("candidates unproven", fmt.Sprintf("%d of %d", r.tally.rejected, r.tally.candidates), "0")
	t.row("words/s (extraction, one core)", fmt.Sprintf("%.0f", float64(r.tally.words)/r.tally.seconds), ">= 100,000")
	t.row("words/s (with consolidation)", fmt.Sprintf("%.0f", float64(r.tally.words)/(r.tally.seconds+r.tally.consolidating)), "")
	t.print()
	return nil
}

type table struct{ rows [][3]string }

func (t *table) row(name, value, goal string) { t.rows = append(t.rows, [3]string{name, value, goal}) }

func (t *table) print() {
	fmt.Printf("%-52s %-34s %s\n", "measure", "value", "goal")
	for _, r := range t.rows {
		fmt.Printf("%-52s %-34s %s\n", r[0], r[1], r[2])
	}
}

func percent(part, whole int) string {
	if whole == 0 {
		return "-"
	}
	return fmt.Sprintf("%.1f %% (%d of %d)", 100*float64(part)/float64(whole), part, whole)
}

// score counts hits for precision and recall.
type score struct{ right, found, wanted, hit int }

func (s score) f1() float64 {
	p, r := s.precision(), s.recall()
	if p+r == 0 {
		return 0
	}
	return 2 * p * r / (p + r)
}

func (s score) precision() float64 { return ratio(s.right, s.found) }
func (s score) recall() float64    { return ratio(s.hit, s.wanted) }

func (s score) String() string {
	return fmt.Sprintf("F1 %.3f (P %.3f, R %.3f, n %d)", s.f1(), s.precision(), s.recall(), s.wanted)
}

func ratio(a, b int) float64 {
	if b == 0 {
		return 0
	}
	return float64(a) / float64(b)
}

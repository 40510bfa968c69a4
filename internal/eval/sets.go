package eval

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"mentionary/internal/budget"
)

// Options say what to measure.
type Options struct {
	Data    string   // folder with the measuring data, or any archive of transcripts; empty: our twelve episodes alone
	Judged  string   // file with judged names; empty: judged.tsv in Data, if it is there
	Only    []string // parts to measure; empty: all that Data allows
	Details bool     // keep what was missed and what was wrong
	Fit     bool     // cross-validate the weights of matching, and keep the fitted ones; slow

	Version, Model string
	Prices         budget.Prices
	Out            io.Writer // progress
	// Import brings the transcripts of a folder into a new instance and shows the database that came of it, which is gone
	// afterwards.
	Import func(ctx context.Context, folder string, show func(database string) error) error
	Clock  func() time.Duration // the computing time of this process
}

// step is a part that can be measured alone.
type step struct {
	part     string
	possible bool // the data are there
	measure  func(context.Context) error
}

// evaluation is one run.
type evaluation struct {
	Options
	report *Report
	judged Judged
}

// Run measures.
func Run(ctx context.Context, o Options) (*Report, error) {
	e := &evaluation{Options: o, report: &Report{Version: o.Version, Model: o.Model}}
	if err := e.findJudged(); err != nil {
		return nil, err
	}
	annotated := e.has("gold")
	steps := []step{
		{"own", true, e.own},
		{"conversations", annotated, e.conversations},
		{"transcripts", annotated, e.transcripts},
		{"archive", o.Data != "", e.archive},
		{"matching", annotated, e.matching},
		{"paid-reads", e.has("sponsors"), e.paidReads},
		{"addresses", e.has("urls"), e.addresses},
	}
	for _, name := range o.Only {
		if !slices.ContainsFunc(steps, func(s step) bool { return s.part == name }) {
			return nil, fmt.Errorf("there is no part %q to measure", name)
		}
	}
	for _, s := range steps {
		wanted := slices.Contains(o.Only, s.part)
		switch {
		case wanted && !s.possible:
			return nil, fmt.Errorf("%q has no data for %s", o.Data, s.part)
		case wanted || len(o.Only) == 0 && s.possible:
			fmt.Fprintf(o.Out, "Measuring: %s ...\n", s.part)
			if err := s.measure(ctx); err != nil {
				return nil, fmt.Errorf("measure %s: %w", s.part, err)
			}
		}
	}
	return e.report, nil
}

func (e *evaluation) has(folder string) bool {
	if e.Data == "" {
		return false
	}
	info, err := os.Stat(filepath.Join(e.Data, folder))
	return err == nil && info.IsDir()
}

func (e *evaluation) findJudged() (err error) {
	path := e.Judged
	if path == "" && e.Data != "" {
		path = filepath.Join(e.Data, judgedFile)
		if _, err := os.Stat(path); err != nil {
			return nil
		}
	}
	if path != "" {
		e.judged, err = ReadJudged(path)
	}
	return err
}

// tell keeps a line about something missed or wrong, when that was asked for.
func (e *evaluation) tell(format string, args ...any) {
	if e.Details {
		e.report.note(format, args...)
	}
}

// importing imports episodes and returns what came of it.
func (e *evaluation) importing(ctx context.Context, episodes []staged) (in *imported, err error) {
	folder, err := os.MkdirTemp("", "mentionary-eval-")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	if err := stage(folder, episodes); err != nil {
		return nil, err
	}
	return e.importFolder(ctx, folder)
}

func (e *evaluation) importFolder(ctx context.Context, folder string) (in *imported, err error) {
	err = e.Import(ctx, folder, func(database string) error {
		in, err = read(ctx, database)
		return err
	})
	return in, err
}

// of returns the imported episode of a staged one.
func (in *imported) of(s staged) (*episode, error) {
	if e := in.episodes[s.key()]; e != nil {
		return e, nil
	}
	return nil, fmt.Errorf("%s (%s) was not imported", s.Title, s.Name)
}

func (e *evaluation) own(ctx context.Context) error {
	gold, err := ownGold()
	if err != nil {
		return err
	}
	set := ownSet(gold)
	in, err := e.importing(ctx, set)
	if err != nil {
		return err
	}
	s := newOwnScores()
	for i, g := range gold {
		made, err := in.of(set[i])
		if err != nil {
			return err
		}
		if err := s.judgeOwn(g, made.text, made.mentions, e.tell); err != nil {
			return err
		}
	}
	s.report(e.report)
	s.bands.report(e.report, "Confidence on our twelve episodes: share right in each band")
	in.reportProof(e.report, ownPart)
	return nil
}

func (e *evaluation) conversations(ctx context.Context) error {
	all, err := conversations(e.Data)
	if err != nil {
		return err
	}
	s := conversationScores{bands: bands{}}
	for _, lower := range []bool{false, true} {
		var set []staged
		for _, a := range all {
			set = append(set, a.staged(lower))
		}
		in, err := e.importing(ctx, set)
		if err != nil {
			return err
		}
		s.label = "as written"
		if lower {
			s.label = "lower case"
		}
		for i, a := range all {
			made, err := in.of(set[i])
			if err != nil {
				return err
			}
			s.judge(a, made.mentions, e.tell)
		}
	}
	s.report(e.report)
	s.bands.report(e.report, "Confidence on conversations: share right in each band")
	return nil
}

func (e *evaluation) transcripts(ctx context.Context) error {
	all, err := notedEpisodes(e.Data)
	if err != nil {
		return err
	}
	var set []staged
	for _, n := range all {
		set = append(set, n.staged(false))
	}
	in, err := e.importing(ctx, set)
	if err != nil {
		return err
	}
	var s scores
	missing := 0
	for i, n := range all {
		made, err := in.of(set[i])
		if err != nil { // refused, or the same transcript twice
			missing++
			e.tell("not imported %s %s", n.Show, n.Episode)
			continue
		}
		judgeNotes(n.noted, made.mentions, &s, e.tell)
	}
	reportNotes(e.report, &s)
	e.report.count(notesPart, "episodes", len(in.episodes), "")
	e.report.count(notesPart, "episodes that could not be imported", missing, "0")
	in.reportProof(e.report, notesPart)
	return measureSpeed(ctx, e.report, in, e.Clock)
}

func (e *evaluation) archive(ctx context.Context) (err error) {
	var in *imported
	if e.has("gold") {
		all, err := notedEpisodes(e.Data)
		if err != nil {
			return err
		}
		var set []staged
		for _, n := range all {
			set = append(set, n.staged(true))
		}
		if in, err = e.importing(ctx, set); err != nil {
			return err
		}
	} else if in, err = e.importFolder(ctx, e.Data); err != nil {
		return err
	}
	judgeLists(e.report, in, e.judged)
	reportSpent(e.report, in.spent, e.Prices)
	return nil
}

// reportProof adds how many mentions name words that stand in the transcript at their place.
func (in *imported) reportProof(r *Report, part string) {
	var s score
	for _, made := range in.episodes {
		for _, m := range made.mentions {
			s.find(m.start >= 0 && m.start <= m.end && m.end <= len(made.text) && made.text[m.start:m.end] == m.surface)
		}
	}
	r.share(part, "words stand in the transcript at their place", s.right, s.found, "1")
}

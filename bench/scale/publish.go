package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"mentionary/internal/extract"
	"mentionary/internal/media"
	"mentionary/internal/mention"
	"mentionary/internal/store"
	"mentionary/internal/store/jobs"
	"mentionary/internal/store/publish"
	"mentionary/internal/transcript"
	"mentionary/internal/work"
)

const (
	publications = 15
	namesPopular = 10 // of an episode, the most mentioned there are
	namesKnown   = 30 // any others that the directory has
	namesNew     = 20
)

const publishRow = "publish 60 names"

// publishGoals are milliseconds, by database.
var publishGoals = map[string]float64{"SQLite": 30, "PostgreSQL": 40}

// measurePublish measures publications into the directory.
func measurePublish(ctx context.Context, on, target string) (out measured, err error) {
	s, err := store.Open(ctx, target)
	if err != nil {
		return out, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	var took timing
	err = publishSome(ctx, s, target, func(i int, t time.Duration) error {
		if i > 0 { // the first fills caches
			took = append(took, t)
		}
		return nil
	})
	goal := publishGoals[on]
	out = measured{
		Name: publishRow, P50: milliseconds(took.at(.5)), P95: milliseconds(took.at(.95)), Goal: fmt.Sprintf("p50 <= %.0f ms", goal),
	}
	out.Reached = out.P50 <= goal
	return out, err
}

// publishSome publishes episodes of 60 names, each said twice, into the directory, which grows by them, and says after each how long it
// took.
func publishSome(ctx context.Context, s *store.Store, target string, after func(i int, took time.Duration) error) (err error) {
	plain, err := openPlain(target)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, plain.Close()) }()
	seed := uint64(time.Now().UnixNano())                // other episodes in each run: those of the last one are there
	w := writer{s: s, r: rand.New(rand.NewPCG(seed, 1))} //nolint:gosec // made-up names
	w.names = newNamer(w.r)
	for i := range publications {
		list, err := w.some(ctx, plain)
		if err != nil {
			return err
		}
		took, err := w.publish(ctx, fmt.Sprintf("scale-%d-%d", seed, i), list)
		if err != nil {
			return err
		}
		if err := after(i, took); err != nil {
			return err
		}
	}
	return nil
}

// name is one of a type.
type name struct {
	typ  mention.Type
	text string
}

// writer publishes episodes.
type writer struct {
	s     *store.Store
	r     *rand.Rand
	names *namer
}

// some returns the names of an episode.
func (w writer) some(ctx context.Context, plain *sql.DB) ([]name, error) {
	const listed = "SELECT type, name FROM entities WHERE merged_into IS NULL AND NOT hidden"
	popular, err := read(ctx, plain, listed+fmt.Sprintf(" ORDER BY mention_count DESC LIMIT %d", namesPopular))
	if err != nil {
		return nil, err
	}
	var last int
	if err := plain.QueryRowContext(ctx, "SELECT MAX(id) FROM entities").Scan(&last); err != nil {
		return nil, err
	}
	known, err := read(ctx, plain, listed+fmt.Sprintf(" AND id > %d ORDER BY id LIMIT %d", w.r.IntN(max(1, last-2*namesKnown)), namesKnown))
	return slices.Concat(popular, known, w.made(namesNew)), err
}

func read(ctx context.Context, plain *sql.DB, question string) (out []name, err error) {
	rows, err := plain.QueryContext(ctx, question)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var n name
		if err := rows.Scan(&n.typ, &n.text); err != nil {
			return nil, err
		}
		out = append(out, n)
	}
	return out, rows.Err()
}

// made makes names up.
func (w writer) made(n int) []name {
	out := make([]name, 0, n)
	for range n {
		t := w.names.kind()
		out = append(out, name{t, w.names.name(t) + " " + capital(w.names.made(4, 7))})
	}
	return out
}

// publish publishes an episode in which each name is said twice, and returns how long that took; what comes before is not counted.
func (w writer) publish(ctx context.Context, id string, names []name) (time.Duration, error) {
	run, text, err := w.begin(ctx, id)
	if err != nil {
		return 0, err
	}
	in := publish.PublishInput{RunID: run, TranscriptID: text}
	for i := range 2 * len(names) {
		n := names[i%len(names)]
		in.Mentions = append(in.Mentions, mention.Mention{
			Candidate: mention.Candidate{
				Type: n.typ, Name: n.text, Surface: n.text, Quote: "We talked about " + n.text + ".", Context: n.typ.CountedIn(),
				Stance: mention.Passing,
			},
			Start: i * 100, End: i*100 + len(n.text), QuoteStart: i * 100, QuoteEnd: i*100 + 50,
			StartMS: i * 1000, EndMS: i*1000 + 900, Confidence: .8,
		})
	}
	begun := time.Now()
	_, err = w.s.Publish.Publish(ctx, in)
	return time.Since(begun), err
}

// begin brings a new episode of the first channel to the point where it is published.
func (w writer) begin(ctx context.Context, id string) (run, text int, err error) {
	ref := media.Ref{Platform: media.YouTube, Kind: media.KindVideo, ExternalID: id}
	j, _, err := w.s.Jobs.CreateJob(ctx, jobs.NewJob{Kind: media.KindVideo, Input: id, Ref: ref})
	if err != nil {
		return 0, 0, err
	}
	if _, err := w.s.Jobs.AddItems(ctx, j.ID, []jobs.NewItem{{Ref: ref, Title: id}}, "", "", true); err != nil {
		return 0, 0, err
	}
	next, err := w.s.Jobs.NextItems(ctx, j.ID, 1)
	if err != nil {
		return 0, 0, err
	}
	want, err := w.s.Jobs.WantEpisode(ctx, j.ID, next.Start[0], extract.Recipe{Extractor: "offline"})
	if err != nil {
		return 0, 0, err
	}
	channel := media.Channel{Platform: media.YouTube, ExternalID: "scale", Name: "Show"}
	episode := media.Episode{Platform: media.YouTube, ExternalID: id, Title: id, Channel: channel}
	if err := w.s.Jobs.SaveEpisode(ctx, want.Run.RunID, episode); err != nil {
		return 0, 0, err
	}
	t := transcript.Transcript{Origin: transcript.Captions, Cues: []transcript.Cue{{Text: id}}}
	if text, err = w.s.Jobs.SaveTranscript(ctx, want.Run.RunID, t); err != nil {
		return 0, 0, err
	}
	return want.Run.RunID, text, w.s.Jobs.SetStep(ctx, want.Run.RunID, work.StageExtract, jobs.StepProgress{State: work.StepDone})
}

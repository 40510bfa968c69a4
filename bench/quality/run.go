package main

import (
	"bufio"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"time"

	"mentionary/internal/extract"
	"mentionary/internal/extract/offline"
	"mentionary/internal/mention"
	"mentionary/internal/transcript"
)

// runner extracts episodes the way the pipeline does and keeps count.
type runner struct {
	extractor extract.Extractor
	details   bool
	tally     *tally
}

type tally struct {
	words, quotes, verbatim, candidates, rejected int
	seconds, consolidating                        float64
}

// episode runs chunks, extraction and consolidation over cues.
func (r runner) episode(cues []transcript.Cue, about extract.Context) (extract.Result, transcript.Document, error) {
	cues, _ = transcript.Clean(cues)
	doc := transcript.Layout(cues)
	chunks := transcript.Chunks(transcript.Transcript{Language: about.Language, Cues: cues}, 0)
	var all []extract.ChunkCandidates
	begin := time.Now()
	for _, c := range chunks {
		found, _, err := r.extractor.Extract(context.Background(), c, about)
		if err != nil {
			return extract.Result{}, doc, err
		}
		all = append(all, extract.ChunkCandidates{Chunk: c, Candidates: found})
		r.tally.candidates += len(found)
	}
	r.tally.seconds += time.Since(begin).Seconds()
	begin = time.Now()
	result := extract.Consolidate(doc, cues, all, nil, about, offline.Voice())
	r.tally.consolidating += time.Since(begin).Seconds()
	r.tally.words += transcript.CountWords(doc.Text)
	r.tally.rejected += result.Rejected
	for _, m := range result.Mentions {
		r.tally.quotes++
		if doc.Text[m.QuoteStart:m.QuoteEnd] == m.Quote && doc.Text[m.Start:m.End] == m.Surface {
			r.tally.verbatim++
		}
	}
	return result, doc, nil
}

// entity is a distinct name that was found, with its best confidence.
type entity struct {
	typ        mention.Type
	name       string
	confidence float64
	signals    []mention.Signal
}

func entities(mentions []mention.Mention) []entity {
	at := map[string]int{}
	var out []entity
	for _, m := range mentions {
		k := string(m.Type) + "\x00" + extract.Key(m.Name)
		if i, seen := at[k]; seen {
			out[i].confidence = max(out[i].confidence, m.Confidence)
			continue
		}
		at[k] = len(out)
		out = append(out, entity{m.Type, m.Name, m.Confidence, m.Signals})
	}
	return out
}

// same reports whether two names name the same: equal keys, or more than half of their words in common.
func same(a, b string) bool {
	ka, kb := extract.Key(a), extract.Key(b)
	if ka == "" || kb == "" {
		return false
	}
	if ka == kb {
		return true
	}
	inA := map[string]bool{}
	for w := range strings.FieldsSeq(ka) {
		inA[w] = true
	}
	common, inB := 0, map[string]bool{}
	for w := range strings.FieldsSeq(kb) {
		if inA[w] && !inB[w] {
			common++
		}
		inB[w] = true
	}
	return 2*common > len(inA)+len(inB)-common-1 && common > 0 && 2*common >= max(len(inA), len(inB))
}

// lines decodes every line of a JSON lines file.
func lines[T any](path string, f func(T) error) error {
	file, err := os.Open(filepath.Clean(path))
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }()
	scanner := bufio.NewScanner(file)
	scanner.Buffer(make([]byte, 1<<20), 64<<20)
	for scanner.Scan() {
		var v T
		if err := json.Unmarshal(scanner.Bytes(), &v); err != nil {
			return err
		}
		if err := f(v); err != nil {
			return err
		}
	}
	return scanner.Err()
}

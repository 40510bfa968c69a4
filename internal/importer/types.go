package importer

import (
	"cmp"
	"context"
	"net/url"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"mentionary/internal/transcript"
)

const (
	askAtOnce    = 8
	maxAsked     = 1000        // episodes asked for their counts
	askTime      = time.Minute // for all of them
	maxTypes     = 50          // types of one answer, and types shown
	maxTypeRunes = 40
)

// TypeCount says how many entities of a type the imported episodes mention. One that several episodes mention counts in
// each.
type TypeCount struct {
	Type  string
	Count int
}

// countTypes asks for the counts of the imported episodes. It is a bonus: what cannot be had is left out, and
// Summary.Counted says of how many episodes the counts are.
func (r *run) countTypes(ctx context.Context) {
	var ids []string
	for _, j := range r.jobs {
		for _, i := range j.latest.Items {
			if i.State.Succeeded() && i.VideoID != "" {
				ids = append(ids, i.VideoID)
			}
		}
	}
	slices.Sort(ids)
	ids = slices.Compact(ids)
	ids = ids[:min(len(ids), maxAsked)]
	ctx, cancel := context.WithTimeout(ctx, askTime)
	defer cancel()
	var mu sync.Mutex
	sums := map[string]int{}
	g, gctx := errgroup.WithContext(ctx)
	g.SetLimit(askAtOnce)
	for _, id := range ids {
		g.Go(func() error {
			var answer struct {
				Counts []struct {
					Type  string `json:"type"`
					Count int    `json:"count"`
				} `json:"counts"`
			}
			if err := r.client.get(gctx, "/api/episodes/"+url.PathEscape(id), &answer); err != nil {
				return err // an instance that has gone is not asked a thousand times
			}
			mu.Lock()
			defer mu.Unlock()
			r.summary.Counted++
			for _, c := range answer.Counts[:min(len(answer.Counts), maxTypes)] {
				if name := transcript.CleanText(c.Type, maxTypeRunes); name != "" && c.Count > 0 {
					sums[name] += c.Count
				}
			}
			return nil
		})
	}
	_ = g.Wait() // told by Counted
	for name, n := range sums {
		r.summary.Types = append(r.summary.Types, TypeCount{Type: name, Count: n})
	}
	slices.SortFunc(r.summary.Types, func(a, b TypeCount) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Type, b.Type))
	})
	r.summary.Types = r.summary.Types[:min(len(r.summary.Types), maxTypes)]
}

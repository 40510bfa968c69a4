package storetest

import (
	"fmt"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/job"
	"mentionary/internal/mention"
	"mentionary/internal/store"
)

func concurrencySuite(t *testing.T, open Open) {
	t.Run("many publish the same new entities at once", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		const workers = 8
		type work struct {
			run, text int
			list      []mention.Mention
		}
		var all []work
		for i := range workers {
			run, text := w.run(episode{id: fmt.Sprintf("v%d", i), channel: fmt.Sprintf("show%d", i%3)})
			var list []mention.Mention
			for k := range 20 {
				m := said(mention.Book, fmt.Sprintf("Collected Works Volume %d", (i*5+k)%40+1), k*100)
				m.URL = fmt.Sprintf("https://example.org/works/%d", (i*5+k)%40)
				list = append(list, m)
			}
			all = append(all, work{run, text, list})
		}
		var wg sync.WaitGroup
		errs := make([]error, workers)
		for i, x := range all {
			wg.Go(func() {
				for range 2 { // and again, as a retried activity does
					if _, err := w.s.Publish(w.ctx, store.PublishInput{RunID: x.run, TranscriptID: x.text, Mentions: x.list}); err != nil {
						errs[i] = err
					}
				}
			})
		}
		wg.Wait()
		for _, err := range errs {
			require.NoError(t, err)
		}
		require.Len(t, w.entities(store.EntityFilter{}), 40)
		w.checkCounters()
	})
	t.Run("many want one new episode at once", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		const jobs = 8
		type line struct{ job, item int }
		var lines []line
		for range jobs {
			j, items := w.job(nil, video("shared"))
			lines = append(lines, line{j.ID, items[0].ID})
		}
		var wg sync.WaitGroup
		runs, errs := make([]int, jobs), make([]error, jobs)
		for i, l := range lines {
			wg.Go(func() {
				got, err := w.s.WantEpisode(w.ctx, l.job, l.item, recipe)
				runs[i], errs[i] = got.Run.RunID, err
			})
		}
		wg.Wait()
		for i := range jobs {
			require.NoError(t, errs[i])
			require.Equal(t, runs[0], runs[i])
		}
		require.Len(t, w.finish(runs[0], job.RunDone), jobs)
	})
}

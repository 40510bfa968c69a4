package storetest

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/internal/fault"
	"mentionary/internal/media"
	"mentionary/internal/mention"
	"mentionary/internal/store"
	"mentionary/internal/store/catalogue"
	"mentionary/internal/store/curate"
	"mentionary/internal/store/jobs"
	"mentionary/internal/store/publish"
	"mentionary/internal/work"
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
					if _, err := w.s.Publish.Publish(w.ctx, publish.PublishInput{RunID: x.run, TranscriptID: x.text, Mentions: x.list}); err != nil {
						errs[i] = err
					}
				}
			})
		}
		wg.Wait()
		for _, err := range errs {
			require.NoError(t, err)
		}
		require.Len(t, w.entities(catalogue.EntityFilter{}), 40)
		w.checkCounters()
	})
	t.Run("merging while others publish loses no mention", func(t *testing.T) {
		t.Parallel()
		w, survivor, merged := shears(t, open)
		const workers = 8
		errs := make([]error, workers+1)
		var wg sync.WaitGroup
		for i := range workers {
			run, text := w.run(episode{id: fmt.Sprint("new", i), channel: fmt.Sprint("show ", i%3)})
			list := mentions(product("Garden Shears", 0, "", ""), product("Hedge Cutter", 100, "", shop))
			wg.Go(func() {
				_, errs[i] = w.s.Publish.Publish(w.ctx, publish.PublishInput{RunID: run, TranscriptID: text, Mentions: list})
			})
		}
		wg.Go(func() {
			for try := 0; errs[workers] == nil; try++ {
				var m curate.Merged
				m, errs[workers] = w.s.Curate.Merge(w.ctx, curate.NewMerge{SurvivorID: survivor.ID, MergedIDs: []int{merged.ID}, By: moderator})
				if errs[workers] != nil || try == 3 {
					return
				}
				_, errs[workers] = w.s.Curate.UndoMerge(w.ctx, m.Merge.ID, moderator)
			}
		})
		wg.Wait()
		for _, err := range errs {
			require.NoError(t, err)
		}
		require.Equal(t, []string{fmt.Sprintf("product Garden Shears %d/%d", 5+2*workers, 3+workers)},
			listing(w.entities(catalogue.EntityFilter{})))
		w.checkCounters()
	})
	t.Run("a publication that waited for an entity while it was merged finds the survivor", func(t *testing.T) {
		t.Parallel()
		w, survivor, merged := shears(t, open)
		run, text := w.run(episode{id: "late", channel: "late"})
		other := Raw(w.T, w.s)
		tx, err := other.BeginTx(w.ctx, nil)
		require.NoError(t, err)
		for _, statement := range []string{ // the heart of a merge
			"UPDATE entities SET merged_into = %[1]d WHERE id = %[2]d",
			"INSERT INTO alias (entity_id, type, key, name, source, created_at) SELECT %[1]d, type, key, name, '', created_at FROM entities " +
				"WHERE id = %[2]d",
		} {
			_, err = tx.ExecContext(w.ctx, fmt.Sprintf(statement, survivor.ID, merged.ID))
			require.NoError(t, err)
		}
		done := make(chan error, 1)
		go func() {
			_, err := w.s.Publish.Publish(w.ctx, publish.PublishInput{
				RunID: run, TranscriptID: text,
				Mentions: mentions(product("Hedge Cutter", 0, "", "")),
			})
			done <- err
		}()
		if w.s.Dialect() == "postgres" { // SQLite has one writer: it does not even begin
			require.Eventually(t, func() bool {
				var waiting int
				err := other.QueryRowContext(w.ctx, "SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database() AND "+
					"wait_event_type = 'Lock'").Scan(&waiting)
				return err == nil && waiting > 0
			}, 10*time.Second, 5*time.Millisecond)
		}
		require.NoError(t, tx.Commit())
		require.NoError(t, <-done)
		_, total, err := w.s.Catalogue.EntityMentions(w.ctx, survivor.ID, catalogue.MentionFilter{Viewer: store.Viewer{Moderator: true}})
		require.NoError(t, err)
		require.Equal(t, 4, total.N, "three before and the late one")
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
				got, err := w.s.Jobs.WantEpisode(w.ctx, l.job, l.item, recipe)
				runs[i], errs[i] = got.Run.RunID, err
			})
		}
		wg.Wait()
		for i := range jobs {
			require.NoError(t, errs[i])
			require.Equal(t, runs[0], runs[i])
		}
		require.Len(t, w.finish(runs[0], work.RunDone), jobs)
	})
	t.Run("many want, leave, pause and finish the same runs at once", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		const jobs, episodes = 12, 4
		var wg sync.WaitGroup
		ids, errs := make([]int, jobs), make([]error, jobs)
		for i := range jobs {
			var refs []media.Ref
			for e := range episodes {
				refs = append(refs, video(fmt.Sprintf("v%d", e)))
			}
			j, _ := w.job(nil, refs...)
			ids[i] = j.ID
		}
		for i, id := range ids {
			items := w.items(id)
			wg.Go(func() { errs[i] = w.workOn(id, items, i%3) })
		}
		wg.Wait()
		for _, err := range errs {
			require.NoError(t, err)
		}
		live := map[int]bool{}
		for i, id := range ids {
			j := w.jobNow(id)
			require.Equal(t, i%3 == 1, j.State == work.Cancelled, "job %d is %s", id, j.State)
			for _, it := range w.items(id) {
				if i%3 == 1 {
					require.Equal(t, work.ItemCancelled, it.State)
					continue
				}
				require.Equal(t, work.ItemRunning, it.State)
				live[*it.RunID] = true
			}
		}
		require.Len(t, live, episodes, "everybody waits for the same runs")
		for run := range live {
			require.Len(t, w.finish(run, work.RunDone), jobs*2/3)
		}
		for i, id := range ids {
			if i%3 != 1 {
				j := w.jobNow(id)
				require.Equal(t, work.Completed, j.State)
				require.Equal(t, episodes, j.ItemsDone)
			}
		}
	})
}

// workOn wants every item of a job while others do the same, reports progress on the runs, and then keeps waiting (0),
// cancels (1), or pauses and resumes (2).
func (w *world) workOn(id int, items []*store.JobItem, manner int) error {
	want := func() error {
		for _, it := range items {
			got, err := w.s.Jobs.WantEpisode(w.ctx, id, it.ID, recipe)
			if err != nil {
				return err
			}
			err = w.s.Jobs.SetStep(w.ctx, got.Run.RunID, work.StageEpisode, jobs.StepProgress{State: work.StepRunning})
			if err != nil && !fault.Is(err, fault.Stale) {
				return err
			}
		}
		return nil
	}
	if err := want(); err != nil || manner == 0 {
		return err
	}
	if manner == 1 {
		_, err := w.s.Jobs.CancelJob(w.ctx, id)
		return err
	}
	if _, err := w.s.Jobs.PauseJob(w.ctx, id, true); err != nil {
		return err
	}
	if _, err := w.s.Jobs.PauseJob(w.ctx, id, false); err != nil {
		return err
	}
	return want()
}

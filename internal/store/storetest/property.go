package storetest

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"mentionary/internal/fault"
	"mentionary/internal/media"
	"mentionary/internal/store/jobs"
	"mentionary/internal/work"
)

// propertySuite drives many jobs that want, leave, pause, retry and finish the same runs in any order.
func propertySuite(t *testing.T, open Open) {
	t.Run("no want is lost, whoever joins and leaves", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		round := 0
		rapid.Check(t, func(r *rapid.T) {
			round++
			m := newWantModel(w, round)
			for range rapid.IntRange(3, 12).Draw(r, "steps") {
				m.step(r)
			}
			m.check(r)
		})
	})
}

// wantModel says what must be true: which run each item waits for.
type wantModel struct {
	w     *world
	jobs  []int
	items map[int][]int // job to items, one for each episode
	state map[int]work.ItemState
	runs  map[int]int // item to the run it waits for
	shut  map[int]bool
	held  map[int]bool
}

func newWantModel(w *world, round int) *wantModel {
	m := &wantModel{
		w: w, items: map[int][]int{}, state: map[int]work.ItemState{}, runs: map[int]int{}, shut: map[int]bool{},
		held: map[int]bool{},
	}
	refs := make([]media.Ref, 0, 2)
	for i := range 2 {
		refs = append(refs, video(fmt.Sprintf("r%d-%d", round, i)))
	}
	for range 3 {
		j, items := w.job(nil, refs...)
		m.jobs = append(m.jobs, j.ID)
		for _, it := range items {
			m.items[j.ID] = append(m.items[j.ID], it.ID)
			m.state[it.ID] = work.ItemPending
		}
	}
	return m
}

func (m *wantModel) step(r *rapid.T) {
	w := m.w
	j := rapid.SampledFrom(m.jobs).Draw(r, "job")
	item := rapid.SampledFrom(m.items[j]).Draw(r, "item")
	switch rapid.SampledFrom([]string{"want", "want", "cancel", "pause", "resume", "finish", "finish", "retry"}).Draw(r, "what") {
	case "want":
		got, err := w.s.Jobs.WantEpisode(w.ctx, j, item, recipe)
		switch {
		case m.shut[j]:
			require.True(r, fault.Is(err, fault.Stale), "%v", err)
		case m.state[item].Settled() || m.held[j]:
			require.NoError(r, err)
			require.Zero(r, got.Run.RunID)
		default:
			require.NoError(r, err)
			m.state[item], m.runs[item] = work.ItemRunning, got.Run.RunID
		}
	case "cancel":
		_, err := w.s.Jobs.CancelJob(w.ctx, j)
		require.NoError(r, err)
		if m.open(j) {
			m.shut[j], m.held[j] = true, false
			for _, it := range m.items[j] {
				if !m.state[it].Settled() {
					m.state[it] = work.ItemCancelled
				}
				delete(m.runs, it)
			}
		}
	case "pause", "resume":
		on := rapid.Bool().Draw(r, "on")
		_, err := w.s.Jobs.PauseJob(w.ctx, j, on)
		if !m.open(j) {
			require.True(r, fault.Is(err, fault.Conflict), "%v", err)
			return
		}
		require.NoError(r, err)
		m.held[j] = on
		for _, it := range m.items[j] {
			if on && m.state[it] == work.ItemRunning {
				m.state[it] = work.ItemPending
				delete(m.runs, it)
			}
		}
	case "finish":
		run, ok := m.runs[item]
		if !ok {
			return
		}
		state := rapid.SampledFrom([]work.RunState{work.RunDone, work.RunFailed}).Draw(r, "state")
		_, _, err := w.s.Jobs.FinishRun(w.ctx, run, state, jobs.Failure{})
		require.NoError(r, err)
		for it, wanted := range m.runs {
			if wanted == run {
				m.state[it] = work.ItemStateOf(state)
				delete(m.runs, it)
			}
		}
	case "retry":
		_, err := w.s.Jobs.RetryJob(w.ctx, j, item, "")
		if !m.state[item].Settled() {
			require.True(r, fault.Is(err, fault.Conflict), "%v", err)
			return
		}
		require.NoError(r, err)
		m.state[item] = work.ItemPending
		m.shut[j], m.held[j] = false, false
	}
}

// open reports whether the job may still be cancelled or paused.
func (m *wantModel) open(j int) bool {
	if m.shut[j] {
		return false
	}
	for _, it := range m.items[j] {
		if !m.state[it].Settled() {
			return true
		}
	}
	return false
}

func (m *wantModel) check(r *rapid.T) {
	w := m.w
	wanted := map[int]bool{}
	for _, run := range m.runs {
		wanted[run] = true
	}
	for run := range wanted {
		_, err := w.s.Jobs.RunWork(w.ctx, run)
		require.NoError(r, err, "a run that somebody waits for lives")
	}
	for _, j := range m.jobs {
		row, err := w.s.Jobs.Job(w.ctx, j, 0)
		require.NoError(r, err)
		items, _, err := w.s.Jobs.JobItems(w.ctx, j, 0, 0)
		require.NoError(r, err)
		done, failed := 0, 0
		for _, it := range items {
			require.Equal(r, m.state[it.ID], it.State, "item %d of job %d", it.ID, j)
			if it.State.Succeeded() {
				done++
			}
			if it.State == work.ItemFailed {
				failed++
			}
			if it.RunID != nil && !wanted[*it.RunID] {
				_, err := w.s.Jobs.RunWork(w.ctx, *it.RunID)
				require.True(r, fault.Is(err, fault.Stale), "a run that nobody waits for is closed: %v", err)
			}
		}
		require.Equal(r, [3]int{len(items), done, failed}, [3]int{row.ItemsTotal, row.ItemsDone, row.ItemsFailed}, "counters of job %d", j)
		require.Equal(r, m.open(j), row.State.Open(), "job %d is %s", j, row.State)
	}
}

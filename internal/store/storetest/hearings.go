package storetest

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/internal/budget"
	"mentionary/internal/fault"
	"mentionary/internal/store/database"
	"mentionary/internal/store/jobs"
	"mentionary/internal/transcript"
	"mentionary/internal/work"
)

const tenMinutes = 10 * 60_000

// threePieces are half an hour of audio.
var threePieces = []jobs.Stretch{{StartMS: 0, EndMS: tenMinutes}, {StartMS: tenMinutes - 2000, EndMS: 2 * tenMinutes}, {
	StartMS: 2*tenMinutes - 2000, EndMS: 3 * tenMinutes,
}}

// listens is a run of a new job whose audio is planned.
func (w *world) listens(jobID, itemID int, audio string) int {
	w.Helper()
	run := w.want(jobID, itemID).Run.RunID
	require.NoError(w, w.s.Jobs.PlanHearing(w.ctx, run, audio, threePieces))
	return run
}

// hears reserves and keeps a piece of audio.
func (w *world) hears(run, piece int, audio, text string) error {
	w.Helper()
	_, err := w.s.Jobs.ReserveSpeech(w.ctx, run, piece, "whisper", tenMinutes)
	require.NoError(w, err)
	return w.s.Jobs.SaveHearing(w.ctx, run, audio, jobs.HeardPiece{
		Number: piece, Language: "en", Cues: []transcript.Cue{{StartMS: 5, EndMS: 10, Text: text}},
		Paid: jobs.Listened{MS: tenMinutes - 250, Calls: 1},
	})
}

// heard lists what is kept of a run's audio, "" for what is not heard.
func (w *world) heard(run int) (out []string) {
	w.Helper()
	rows, err := w.s.Jobs.Hearings(w.ctx, run)
	require.NoError(w, err)
	for _, r := range rows {
		text := ""
		for _, c := range r.Packed {
			text += c.Text
		}
		require.Equal(w, text != "", r.HeardAt != nil)
		out = append(out, text)
	}
	return out
}

func (w *world) listened() []jobs.DaySpent {
	w.Helper()
	got, err := w.s.Jobs.Spending(w.ctx, database.PeriodOf(w.clock.now(), 7), 50)
	require.NoError(w, err)
	return got.Days
}

func hearingSuite(t *testing.T, open Open) {
	t.Run("what is heard is kept and paid once, and dropped with the transcript", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		j, items := w.job(w.person("una"), video("a"))
		run := w.listens(j.ID, items[0].ID, "one")
		require.Equal(t, []string{"", "", ""}, w.heard(run))
		require.NoError(t, w.hears(run, 1, "one", "b"))
		require.NoError(t, w.s.Jobs.PlanHearing(w.ctx, run, "one", threePieces), "planned again: what is heard stays")
		require.Equal(t, []string{"", "b", ""}, w.heard(run))
		require.Equal(t, "transcript running 1/3", w.steps(run)[1])
		require.NoError(t, w.s.Jobs.SettleSpeech(w.ctx, run, 1, jobs.Listened{MS: 99, Calls: 1}), "settled twice is settled once")
		spent := jobs.DaySpent{Day: "2026-03-01", ModelSpent: jobs.ModelSpent{Model: "whisper", HeardMS: tenMinutes - 250, Calls: 1}}
		require.Equal(t, []jobs.DaySpent{spent}, w.listened())

		text := transcript.Transcript{Origin: transcript.Speech, Language: "en", Cues: []transcript.Cue{{EndMS: 9, Text: "All of it."}}}
		_, err := w.s.Jobs.SaveHeard(w.ctx, run, text, 1_800_000, "The feed has no transcript: whisper listened to 30 min in 3 parts")
		require.NoError(t, err)
		require.Empty(t, w.heard(run))
		require.EqualValues(t, work.StepDone, w.stepOf(run, work.StageTranscript).State)
		require.Contains(t, w.stepOf(run, work.StageTranscript).Text, "30 min in 3 parts")
	})
	t.Run("a later run of the episode goes on with what was heard of the same audio", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		j, items := w.job(w.person("una"), video("a"))
		first := w.listens(j.ID, items[0].ID, "one")
		require.NoError(t, w.hears(first, 0, "one", "a"))
		w.finish(first, work.RunCancelled)
		again, _ := w.job(w.person("otto"), video("a"))
		second := w.listens(again.ID, w.items(again.ID)[0].ID, "one")
		require.Equal(t, []string{"a", "", ""}, w.heard(second))
		require.Empty(t, w.heard(first))

		require.NoError(t, w.s.Jobs.PlanHearing(w.ctx, second, "other", threePieces[:1]))
		require.Equal(t, []string{""}, w.heard(second), "other audio is heard from its beginning")
		err := w.hears(second, 0, "one", "late")
		require.True(t, fault.Is(err, fault.Conflict), "%v", err)
		require.Equal(t, []string{""}, w.heard(second))
		w.clock.pass(oneDay)
		n, err := w.s.Jobs.DropHearings(w.ctx, w.clock.now())
		require.NoError(t, err)
		require.Zero(t, n, "of a live run nothing is dropped")
		w.finish(second, work.RunFailed)
		n, err = w.s.Jobs.DropHearings(w.ctx, w.clock.now())
		require.NoError(t, err)
		require.Equal(t, 1, n)
	})
	t.Run("how fast a server hears is the median of its last pieces", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		speed := func(server string) float64 {
			got, err := w.s.Jobs.HearingSpeed(w.ctx, server)
			require.NoError(t, err)
			return got
		}
		require.Zero(t, speed("whisper"), "nothing was heard yet")
		j, items := w.job(w.person("una"), video("a"))
		run := w.listens(j.ID, items[0].ID, "one")
		for piece, took := range []time.Duration{time.Minute, 5 * time.Minute, 2 * time.Hour} {
			_, err := w.s.Jobs.ReserveSpeech(w.ctx, run, piece, "whisper", tenMinutes)
			require.NoError(t, err)
			require.Equal(t, piece > 0, speed("whisper") > 0, "what is under way tells nothing")
			w.clock.pass(took)
			require.NoError(t, w.s.Jobs.SettleSpeech(w.ctx, run, piece, jobs.Listened{MS: tenMinutes, Calls: 1}))
		}
		require.InDelta(t, 2, speed("whisper"), 0.01, "one piece that took hours changes little")
		require.Zero(t, speed("another"))
		_, err := w.s.Jobs.ReserveSpeech(w.ctx, run, 3, "another", tenMinutes)
		require.NoError(t, err)
		w.clock.pass(time.Minute)
		require.NoError(t, w.s.Jobs.SettleSpeech(w.ctx, run, 3, jobs.Listened{Calls: 1}))
		require.Zero(t, speed("another"), "a call that failed heard nothing")
		w.clock.pass(31 * oneDay)
		require.Zero(t, speed("whisper"), "that was long ago")
	})
	t.Run("audio has caps of its own, in the words of tokens", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		una := w.person("una")
		j, items := w.job(una, video("a"))
		run := w.listens(j.ID, items[0].ID, "one")
		require.NoError(t, w.s.Jobs.SetSpeechBudget(w.ctx, jobs.BudgetDefault, 15*time.Minute))
		require.NoError(t, w.s.Jobs.SetBudget(w.ctx, jobs.BudgetSystem, 10))
		require.NoError(t, w.hears(run, 0, "one", "a"), "tokens have nothing to do with it")
		_, err := w.s.Jobs.ReserveSpeech(w.ctx, run, 1, "whisper", tenMinutes)
		require.True(t, fault.Is(err, fault.Budget), "%v", err)
		require.Equal(t, "Too little is left of the day's budget for speech recognition; work continues after midnight UTC, or when "+
			"an administrator raises the submitter's cap.",
			fault.Of(err).Sentence)
		left := 15*60_000 - (tenMinutes - 250)
		_, err = w.s.Jobs.ReserveSpeech(w.ctx, run, 1, "whisper", left+1)
		require.True(t, fault.Is(err, fault.Budget), "to the millisecond: %v", err)
		_, err = w.s.Jobs.ReserveSpeech(w.ctx, run, 1, "whisper", left)
		require.NoError(t, err)
		_, err = w.s.Jobs.ReserveTokens(w.ctx, run, 0, 11)
		require.True(t, fault.Is(err, fault.Budget), "and the other way round: %v", err)
		list, err := w.s.Jobs.Budgets(w.ctx, budget.Model)
		require.NoError(t, err)
		require.Len(t, list, 2, "the caps of the model")
		require.Zero(t, list[0].Used)

		require.NoError(t, w.s.Jobs.ReleaseReservations(w.ctx, w.clock.now()))
		calls, err := w.s.Jobs.ReserveSpeech(w.ctx, run, 1, "whisper", left)
		require.NoError(t, err)
		require.Equal(t, 1, calls, "the call of a dead worker counts")
		w.clock.pass(oneDay)
		_, err = w.s.Jobs.ReserveSpeech(w.ctx, run, 1, "whisper", tenMinutes)
		require.NoError(t, err, "the next day")
	})
	t.Run("minutes are capped for one person, and a raised cap lets what waits ask again", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		_, ada := w.as("ada", "admin")
		una := w.person("una")
		j, items := w.job(una, video("a"))
		run := w.listens(j.ID, items[0].ID, "one")
		change := func(scope, id string, c jobs.Cap) bool {
			_, raised, err := w.s.Jobs.ChangeBudget(w.ctx, ada, budget.Speech, scope, id, c)
			require.NoError(t, err)
			return raised
		}
		require.False(t, change("user", una.PublicID, jobs.Cap{Most: 15 * 60_000}))
		require.NoError(t, w.hears(run, 0, "one", "a"))
		_, err := w.s.Jobs.ReserveSpeech(w.ctx, run, 1, "whisper", tenMinutes)
		require.True(t, fault.Is(err, fault.Budget), "%v", err)
		w.step(run, work.StageTranscript, jobs.StepProgress{
			State: work.StepRetrying, Failure: jobs.Failure{Class: "budget", Text: "Later.", NextAttempt: w.clock.now().Add(time.Hour), Attempt: 1},
		})
		listening, err := w.s.Jobs.RunsListening(w.ctx)
		require.NoError(t, err)
		require.Len(t, listening, 1)
		require.Equal(t, run, listening[0].RunID)
		list, err := w.s.Jobs.Budgets(w.ctx, budget.Speech)
		require.NoError(t, err)
		require.Len(t, list, 3)
		require.Equal(t, [3]any{"una", 15 * 60_000, tenMinutes - 250}, [3]any{list[2].User.DisplayName, list[2].Most, list[2].Used})
		require.Equal(t, tenMinutes-250, list[0].Used)

		require.True(t, change("user", una.PublicID, jobs.Cap{Most: 30 * 60_000}))
		require.WithinDuration(t, w.clock.now(), *w.stepOf(run, work.StageTranscript).NextAttemptAt, time.Second)
		_, err = w.s.Jobs.ReserveSpeech(w.ctx, run, 1, "whisper", tenMinutes)
		require.NoError(t, err)
		require.False(t, change(jobs.BudgetDefault, "", jobs.Cap{Most: 60_000}))
		require.True(t, change("user", una.PublicID, jobs.Cap{Unlimited: true}))
		log, _, err := w.s.AuditLog(w.ctx, "budget/user/"+una.PublicID, 0, 0)
		require.NoError(t, err)
		require.Equal(t, map[string]any{"minutesPerDay": "unlimited"}, log[0].After)
		require.Equal(t, map[string]any{"minutesPerDay": 30.0}, log[0].Before)
		tokens, err := w.s.Jobs.Budgets(w.ctx, budget.Model)
		require.NoError(t, err)
		require.Len(t, tokens, 2)
	})
	t.Run("a run that listens waits for budget and not for its source", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		j, items := w.job(w.person("una"), video("a"))
		run := w.listens(j.ID, items[0].ID, "one")
		require.NoError(t, w.s.Jobs.SaveEpisode(w.ctx, run, numbered(0, "An episode")))
		w.step(run, work.StageTranscript, jobs.StepProgress{
			State: work.StepRetrying, Failure: jobs.Failure{Class: "budget", Text: "Later.", NextAttempt: w.clock.now().Add(time.Hour), Attempt: 1},
		})
		got, err := w.s.Jobs.RunWork(w.ctx, run)
		require.NoError(t, err)
		require.Nil(t, got.Run.UnreachableSince)
		require.EqualValues(t, work.Waiting, w.jobNow(j.ID).State)
		rows, total, err := w.s.Jobs.BudgetWaits(w.ctx, 0, 0)
		require.NoError(t, err)
		require.Equal(t, [3]int{1, 0, 3}, [3]int{total, rows[0].Done, rows[0].Chunks})
		require.NoError(t, w.hears(run, 2, "one", "c"))
		require.Equal(t, "transcript retrying 1/3", w.steps(run)[1], "the others wait")
	})
	t.Run("a run of whose audio all is heard and nothing was said fails at that stage", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		j, items := w.job(w.person("una"), video("a"))
		run := w.listens(j.ID, items[0].ID, "one")
		for i := range threePieces {
			require.NoError(t, w.hears(run, i, "one", "x"))
		}
		_, _, err := w.s.Jobs.FinishRun(w.ctx, run, work.RunNeedsTranscript,
			jobs.Failure{Class: string(fault.NoTranscript), Text: "No speech was found in the audio."})
		require.NoError(t, err)
		require.Equal(t, "transcript failed 3/3", w.steps(run)[1])
		require.Equal(t, "No speech was found in the audio.", w.stepOf(run, work.StageTranscript).Text)
	})
}

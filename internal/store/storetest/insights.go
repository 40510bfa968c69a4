package storetest

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/internal/budget"
	"mentionary/internal/extract"
	"mentionary/internal/fault"
	"mentionary/internal/media"
	"mentionary/internal/mention"
	"mentionary/internal/store"
	"mentionary/internal/store/catalogue"
	"mentionary/internal/store/database"
	"mentionary/internal/store/jobs"
	"mentionary/internal/work"
)

const oneDay = 24 * time.Hour

// rises writes entities that rose as "name before>now in episodes before>now".
func (w *world) rises(f catalogue.TrendFilter) []string {
	w.Helper()
	rows, total, err := w.s.Catalogue.Rising(w.ctx, f, 0, 0)
	require.NoError(w, err)
	require.Len(w, rows, total)
	out := []string{}
	for _, r := range rows {
		out = append(out, fmt.Sprintf("%s %d>%d in %d>%d", r.Name, r.MentionsBefore, r.Mentions, r.EpisodesBefore, r.Episodes))
	}
	return out
}

func trendSuite(t *testing.T, open Open) {
	book := func(name string, at int) mention.Mention { return said(mention.Book, name, at) }
	// One episode long ago, one in the five days before the last five, the others today.
	history := func(t *testing.T) *world {
		t.Helper()
		w := newWorld(t, open)
		w.analyze(episode{id: "old", channel: "one", days: -400, mentions: mentions(book("Dune", 0), book("Emma", 100))})
		w.clock.pass(10 * oneDay)
		w.analyze(episode{id: "before", channel: "one", days: 8, mentions: mentions(book("Emma", 0), book("Emma", 100), book("Dune", 200))})
		w.clock.pass(5 * oneDay)
		w.analyze(episode{id: "first", channel: "one", mentions: mentions(
			book("Dune", 0), book("Dune", 100), book("Emma", 200), book("Ulysses", 300))})
		w.analyze(episode{id: "second", channel: "two", days: 12, mentions: mentions(book("Dune", 0), said(mention.Location, "Paris", 100))})
		w.analyze(episode{id: "private", by: w.person("una"), upload: true, mentions: mentions(book("Secret Book", 0))})
		return w
	}
	last5 := func(w *world) catalogue.TrendFilter {
		return catalogue.TrendFilter{Period: database.PeriodOf(w.clock.now(), 5)}
	}
	t.Run("a period is compared with the one before", func(t *testing.T) {
		t.Parallel()
		w := history(t)
		f := last5(w)
		require.Equal(t, []string{"Dune 1>3 in 1>2", "Paris 0>1 in 0>1", "Ulysses 0>1 in 0>1"}, w.rises(f))
		f.Type = mention.Book
		require.Equal(t, []string{"Dune 1>3 in 1>2", "Ulysses 0>1 in 0>1"}, w.rises(f))
		channels, _, err := w.s.Catalogue.Channels(w.ctx, catalogue.ChannelFilter{Search: "two"})
		require.NoError(t, err)
		f.Type, f.Channel = "", channels[0].Channel.PublicID
		require.Equal(t, []string{"Dune 0>1 in 0>1", "Paris 0>1 in 0>1"}, w.rises(f))
		f.Channel = "nobody"
		require.Empty(t, w.rises(f))

		rows, total, err := w.s.Catalogue.Rising(w.ctx, last5(w), 1, 1)
		require.NoError(t, err)
		require.Equal(t, 3, total)
		require.Equal(t, "Paris", rows[0].Name)
	})
	t.Run("what is hidden or merged away does not rise", func(t *testing.T) {
		t.Parallel()
		w := history(t)
		w.exec("UPDATE entities SET hidden = true WHERE name = 'Paris'")
		w.merge(w.entity(mention.Book, "Dune").ID, w.entity(mention.Book, "Ulysses").ID)
		require.Equal(t, []string{"Dune 1>4 in 1>2"}, w.rises(last5(w)))
	})
	t.Run("days count by analysis or by publication", func(t *testing.T) {
		t.Parallel()
		w := history(t)
		f := last5(w)
		days, err := w.s.Catalogue.MentionsByDay(w.ctx, f)
		require.NoError(t, err)
		require.Len(t, days, 5)
		require.Equal(t, catalogue.DayMentions{Day: "2026-03-12", Types: map[mention.Type]int{}}, days[0])
		require.Equal(t, catalogue.DayMentions{Day: "2026-03-16", Episodes: 2, Types: map[mention.Type]int{mention.Book: 5, mention.Location: 1}},
			days[4])
		sums, err := w.s.Catalogue.TrendSums(w.ctx, f)
		require.NoError(t, err)
		require.Equal(t, catalogue.TrendSums{Episodes: 2, Mentions: 6}, sums)
		f.Published = true
		sums, err = w.s.Catalogue.TrendSums(w.ctx, f)
		require.NoError(t, err)
		require.Equal(t, catalogue.TrendSums{Episodes: 1, Mentions: 2}, sums)
		f.Period = f.Before()
		sums, err = w.s.Catalogue.TrendSums(w.ctx, f)
		require.NoError(t, err)
		require.Equal(t, catalogue.TrendSums{Episodes: 1, Mentions: 3}, sums)
	})
	t.Run("jobs are counted by day and state", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		w.job(nil, video("a"))
		w.clock.pass(2 * oneDay)
		j, _ := w.job(nil, video("b"))
		_, err := w.s.Jobs.CancelJob(w.ctx, j.ID)
		require.NoError(t, err)
		w.job(nil, video("c"))
		w.job(nil, video("d"))
		p := database.PeriodOf(w.clock.now(), 2)
		got, err := w.s.Jobs.JobsByDay(w.ctx, p)
		require.NoError(t, err)
		require.Equal(t, []jobs.DayJobs{
			{Day: "2026-03-02", States: map[work.State]int{}},
			{Day: "2026-03-03", States: map[work.State]int{work.Running: 2, work.Cancelled: 1}},
		}, got)
		n, err := w.s.Jobs.Submitted(w.ctx, p)
		require.NoError(t, err)
		require.Equal(t, 3, n)
		n, err = w.s.Jobs.Submitted(w.ctx, p.Before())
		require.NoError(t, err)
		require.Equal(t, 1, n)
	})
	t.Run("failures are told, the newest first", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		j, items := w.job(nil, video("a"), video("b"))
		for i, item := range items {
			run := w.want(j.ID, item.ID).Run.RunID
			require.NoError(t, w.s.Jobs.SaveEpisode(w.ctx, run, numbered(i, item.Title)))
			w.step(run, work.StageEpisode, jobs.StepProgress{State: work.StepDone})
			w.step(run, work.StageTranscript, jobs.StepProgress{State: work.StepRunning})
			_, _, err := w.s.Jobs.FinishRun(w.ctx, run, work.RunFailed, jobs.Failure{Class: "gone", Text: "It is gone."})
			require.NoError(t, err)
		}
		listing, _, err := w.s.Jobs.CreateJob(w.ctx, jobs.NewJob{Kind: "channel", Input: "https://example.org/channel"})
		require.NoError(t, err)
		require.NoError(t, w.s.Jobs.JobListingFailed(w.ctx, listing.ID, jobs.Failure{Class: "not_found", Text: "There is no such channel."}))
		got, err := w.s.Jobs.Failures(w.ctx, 10)
		require.NoError(t, err)
		var lines []string
		for _, f := range got {
			lines = append(lines, fmt.Sprintf("%d %s %q %s", *f.JobID, f.Title, f.Stage, f.Text))
		}
		require.Equal(t, []string{
			fmt.Sprintf(`%d https://example.org/channel "" There is no such channel.`, listing.ID),
			fmt.Sprintf(`%d Video b "transcript" It is gone.`, j.ID),
			fmt.Sprintf(`%d Video a "transcript" It is gone.`, j.ID),
		}, lines)
		got, err = w.s.Jobs.Failures(w.ctx, 1)
		require.NoError(t, err)
		require.Len(t, got, 1)
		require.WithinDuration(t, w.clock.now(), got[0].At, time.Minute)
	})
}

// numbered is the episode of an item.
func numbered(i int, title string) media.Episode {
	return media.Episode{Platform: media.YouTube, ExternalID: string(rune('a' + i)), Title: title}
}

// paidRun is a run of a job that a model reads.
func (w *world) paidRun(model string, j int, item int) int {
	w.Helper()
	got, err := w.s.Jobs.WantEpisode(w.ctx, j, item, extract.Recipe{Extractor: "llm", Model: model, PromptVersion: "1", SchemaVersion: "1"})
	require.NoError(w, err)
	return got.Run.RunID
}

// pays settles a call of a run for a chunk.
func (w *world) pays(run, chunk, prompt, cached, completion int) {
	w.Helper()
	_, err := w.s.Jobs.ReserveTokens(w.ctx, run, chunk, prompt+completion)
	require.NoError(w, err)
	require.NoError(w, w.s.Jobs.SettleTokens(w.ctx, run, chunk,
		extract.Usage{Calls: 1, PromptTokens: prompt, CachedTokens: cached, CompletionTokens: completion}))
}

func costSuite(t *testing.T, open Open) {
	t.Run("what was spent is told by day, model, person and job", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		una, otto := w.person("una"), w.person("otto")
		first, items := w.job(una, video("a"))
		w.pays(w.paidRun("small", first.ID, items[0].ID), 0, 100, 40, 10)
		w.clock.pass(oneDay)
		second, items := w.job(otto, video("b"), video("c"))
		run := w.paidRun("large", second.ID, items[0].ID)
		w.pays(run, 0, 1000, 0, 100)
		w.pays(run, 1, 500, 0, 50)
		w.pays(w.paidRun("small", second.ID, items[1].ID), 0, 10, 0, 1)
		// Another job that wants the same run pays nothing and counts nothing.
		third, items := w.job(una, video("b"))
		require.Equal(t, run, w.paidRun("large", third.ID, items[0].ID))
		fourth, items := w.job(nil, video("d"))
		w.pays(w.paidRun("small", fourth.ID, items[0].ID), 0, 7, 0, 0)

		got, err := w.s.Jobs.Spending(w.ctx, database.PeriodOf(w.clock.now(), 7), 50)
		require.NoError(t, err)
		require.Equal(t, []jobs.DaySpent{
			{Day: "2026-03-01", ModelSpent: jobs.ModelSpent{Model: "small", Prompt: 100, Cached: 40, Completion: 10, Calls: 1}},
			{Day: "2026-03-02", ModelSpent: jobs.ModelSpent{Model: "large", Prompt: 1500, Completion: 150, Calls: 2}},
			{Day: "2026-03-02", ModelSpent: jobs.ModelSpent{Model: "small", Prompt: 17, Completion: 1, Calls: 2}},
		}, got.Days)
		require.ElementsMatch(t, []jobs.PersonSpent{
			{UserID: &una.ID, ModelSpent: jobs.ModelSpent{Model: "small", Prompt: 100, Cached: 40, Completion: 10, Calls: 1}},
			{UserID: &otto.ID, ModelSpent: jobs.ModelSpent{Model: "large", Prompt: 1500, Completion: 150, Calls: 2}},
			{UserID: &otto.ID, ModelSpent: jobs.ModelSpent{Model: "small", Prompt: 10, Completion: 1, Calls: 1}},
			{ModelSpent: jobs.ModelSpent{Model: "small", Prompt: 7, Calls: 1}},
		}, got.People)
		require.Equal(t, "una", got.Names[una.ID].DisplayName)
		require.ElementsMatch(t, []jobs.JobSpent{
			{JobID: first.ID, ModelSpent: jobs.ModelSpent{Model: "small", Prompt: 100, Cached: 40, Completion: 10, Calls: 1}},
			{JobID: second.ID, ModelSpent: jobs.ModelSpent{Model: "large", Prompt: 1500, Completion: 150, Calls: 2}},
			{JobID: second.ID, ModelSpent: jobs.ModelSpent{Model: "small", Prompt: 10, Completion: 1, Calls: 1}},
			{JobID: fourth.ID, ModelSpent: jobs.ModelSpent{Model: "small", Prompt: 7, Calls: 1}},
		}, got.Jobs)
		require.Equal(t, otto.ID, *got.Titles[second.ID].UserID)

		most, err := w.s.Jobs.Spending(w.ctx, database.PeriodOf(w.clock.now(), 1), 1)
		require.NoError(t, err)
		require.Len(t, most.Days, 2)
		require.Len(t, most.People, 2, "both models of the one who spent the most")
		require.Equal(t, otto.ID, *most.People[0].UserID)
		require.Len(t, most.Jobs, 2)
	})
	t.Run("a person may be left without any cap", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		_, ada := w.as("ada", "admin")
		una := w.person("una")
		j, items := w.job(una, video("a"))
		run := w.paidRun("m", j.ID, items[0].ID)
		change := func(scope, id string, c jobs.Cap) (jobs.Budget, bool) {
			b, raised, err := w.s.Jobs.ChangeBudget(w.ctx, ada, budget.Model, scope, id, c)
			require.NoError(t, err)
			return b, raised
		}
		change(jobs.BudgetDefault, "", jobs.Cap{Most: 10})
		_, err := w.s.Jobs.ReserveTokens(w.ctx, run, 0, 100)
		require.True(t, fault.Is(err, fault.Budget), "%v", err)
		b, raised := change("user", una.PublicID, jobs.Cap{Unlimited: true})
		require.True(t, raised, "the default held before")
		require.True(t, b.Unlimited)
		_, raised = change("user", una.PublicID, jobs.Cap{Unlimited: true})
		require.False(t, raised)
		_, err = w.s.Jobs.ReserveTokens(w.ctx, run, 0, 100)
		require.NoError(t, err)
		list, err := w.s.Jobs.Budgets(w.ctx, budget.Model)
		require.NoError(t, err)
		require.Len(t, list, 3)
		require.Equal(t, [3]any{true, 0, 100}, [3]any{list[2].Unlimited, list[2].Most, list[2].Used})
		spent, err := w.s.Jobs.Spent(w.ctx, una.ID, 1)
		require.NoError(t, err)
		require.Zero(t, spent.TokensPerDay)

		_, raised = change("user", una.PublicID, jobs.Cap{Most: 5})
		require.False(t, raised)
		_, raised = change("user", una.PublicID, jobs.Cap{})
		require.True(t, raised, "the default is higher")
		list, err = w.s.Jobs.Budgets(w.ctx, budget.Model)
		require.NoError(t, err)
		require.Len(t, list, 2, "without a cap of their own a person is not listed")
		_, err = w.s.Jobs.ReserveTokens(w.ctx, run, 1, 100)
		require.True(t, fault.Is(err, fault.Budget), "the default holds again: %v", err)
		log, n, err := w.s.AuditLog(w.ctx, "budget/user/"+una.PublicID, 0, 0)
		require.NoError(t, err)
		require.Equal(t, 3, n)
		require.Equal(t, map[string]any{"tokensPerDay": "unlimited"}, log[2].After)
		require.Equal(t, "una", log[2].ObjectName)
	})
	t.Run("what waits for budget is listed with who waits", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		j, items := w.job(w.person("una"), video("a"), video("b"), video("c"))
		for i, class := range []string{"budget", "unavailable", "budget"} {
			run := w.want(j.ID, items[i].ID).Run.RunID
			require.NoError(t, w.s.Jobs.SaveEpisode(w.ctx, run, numbered(i, items[i].Title)))
			w.step(run, work.StageExtract, jobs.StepProgress{
				State: work.StepRetrying, Failure: jobs.Failure{Class: class, Text: "Later.", NextAttempt: w.clock.now().Add(time.Hour)},
			})
		}
		rows, total, err := w.s.Jobs.BudgetWaits(w.ctx, 1, 1)
		require.NoError(t, err)
		require.Equal(t, 2, total)
		require.Len(t, rows, 1)
		require.Equal(t, [3]any{"Video c", j.ID, "una"}, [3]any{rows[0].Title, *rows[0].JobID, *rows[0].Submitter})
		require.NotNil(t, rows[0].Next)
		_, err = w.s.Jobs.CancelJob(w.ctx, j.ID)
		require.NoError(t, err)
		_, total, err = w.s.Jobs.BudgetWaits(w.ctx, 0, 0)
		require.NoError(t, err)
		require.Zero(t, total)
	})
}

func auditSuite(t *testing.T, open Open) {
	t.Run("the log is filtered by person, operation, object and days, and read to its end", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		_, ada := w.as("ada", "admin")
		_, bea := w.as("bea", "admin")
		una := w.person("una")
		set := func(active bool) {
			_, err := w.s.People.SetActive(w.ctx, ada, una.PublicID, active)
			require.NoError(t, err)
		}
		set(false)
		w.clock.pass(oneDay)
		set(true)
		_, err := w.s.People.SetRole(w.ctx, bea, una.PublicID, "moderator")
		require.NoError(t, err)
		_, _, err = w.s.Jobs.ChangeBudget(w.ctx, bea, budget.Model, "user", una.PublicID, jobs.Cap{Most: 7})
		require.NoError(t, err)
		_, _, err = w.s.Jobs.ChangeBudget(w.ctx, ada, budget.Model, jobs.BudgetSystem, "", jobs.Cap{Most: 9})
		require.NoError(t, err)
		day := database.PeriodOf(w.clock.now(), 1)
		for name, c := range map[string]struct {
			filter database.AuditFilter
			want   []string
		}{
			"everything":          {database.AuditFilter{}, []string{"budget.set", "budget.set", "user.role", "user.status", "user.status"}},
			"a person":            {database.AuditFilter{Actor: bea.PublicID}, []string{"budget.set", "user.role"}},
			"an operation":        {database.AuditFilter{Operation: "user.role"}, []string{"user.role"}},
			"a kind of operation": {database.AuditFilter{Operation: "user."}, []string{"user.role", "user.status", "user.status"}},
			"an object":           {database.AuditFilter{Object: "user/" + una.PublicID}, []string{"user.role", "user.status", "user.status"}},
			"a kind of object":    {database.AuditFilter{Object: "budget/"}, []string{"budget.set", "budget.set"}},
			"a pattern":           {database.AuditFilter{Object: "%/"}, nil},
			"a day": {
				database.AuditFilter{From: day.From, Until: day.Until, Operation: "user."}, []string{"user.role", "user.status"},
			},
			"days before": {database.AuditFilter{Until: day.From}, []string{"user.status"}},
		} {
			rows, total, err := w.s.Audits(w.ctx, c.filter, 0, 0)
			require.NoError(t, err)
			var got, each []string
			for _, r := range rows {
				got = append(got, r.Operation)
			}
			require.Equal(t, c.want, got, name)
			require.Len(t, c.want, total, name)
			require.NoError(t, w.s.EachAudit(w.ctx, c.filter, func(e database.AuditEntry) error {
				each = append(each, e.Operation)
				return nil
			}))
			require.Equal(t, c.want, each, name)
		}
		rows, _, err := w.s.Audits(w.ctx, database.AuditFilter{}, 0, 0)
		require.NoError(t, err)
		require.Equal(t, [2]string{"", "una"}, [2]string{rows[0].ObjectName, rows[1].ObjectName})
		require.Equal(t, "bea", rows[1].ActorName)
		names, err := w.s.AuditNames(w.ctx)
		require.NoError(t, err)
		require.Equal(t, database.AuditNames{
			Operations: []string{"budget.set", "user.role", "user.status"},
			Actors:     map[string]string{ada.PublicID: "ada", bea.PublicID: "bea"},
		}, names)
	})
	t.Run("a long log is handed over whole", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		const all = 2*database.MaxPage + 7
		w.exec(fmt.Sprintf(`INSERT INTO audits (actor, session_id, operation, object, created_at)
			WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d)
			SELECT 'somebody', 0, 'user.role', 'user/x', '2026-03-01 12:00:00+00:00' FROM n`, all))
		last, n := 1<<31, 0
		require.NoError(t, w.s.EachAudit(w.ctx, database.AuditFilter{}, func(e database.AuditEntry) error {
			require.Less(t, e.ID, last)
			last = e.ID
			n++
			return nil
		}))
		require.Equal(t, all, n)
	})
	t.Run("why somebody cannot be changed is said", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		first, ada := w.as("ada", "admin")
		una := w.person("una")
		locks, err := w.s.People.Locks(w.ctx, ada, []*store.User{first, una})
		require.NoError(t, err)
		require.Len(t, locks, 1)
		require.Contains(t, locks[first.ID], "your own role")
		operator, err := w.s.People.EnsureOperator(w.ctx)
		require.NoError(t, err)
		locks, err = w.s.People.Locks(w.ctx, database.Actor{PublicID: operator.PublicID}, []*store.User{first, una})
		require.NoError(t, err)
		require.Contains(t, locks[first.ID], "last active administrator")
	})
}

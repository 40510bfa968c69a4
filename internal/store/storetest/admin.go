package storetest

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/internal/budget"
	"mentionary/internal/extract"
	"mentionary/internal/fault"
	"mentionary/internal/media"
	"mentionary/internal/store"
	"mentionary/internal/store/database"
	"mentionary/internal/store/jobs"
	"mentionary/internal/store/people"
	"mentionary/internal/work"
)

func adminSuite(t *testing.T, open Open) {
	t.Run("people are found by any part of their names or address", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		add := func(subject, first, last, name, email string) {
			_, err := w.s.People.SignIn(w.ctx, people.Identity{
				Issuer: "https://id.test", Subject: subject, FirstName: first, LastName: last, Name: name,
				Email: email,
			},
				people.NewSession{TokenHash: hash(subject), Created: w.clock.now(), Expires: w.clock.now().Add(time.Hour)})
			require.NoError(t, err)
		}
		add("1", "Ann", "Lee", "Annie", "ann@one.test")
		add("2", "Bob", "Leeds", "", "bob@two.test")
		add("3", "", "", "100% Carl", "carl@one.test")
		_, err := w.s.People.EnsureOperator(w.ctx)
		require.NoError(t, err)
		find := func(search string) string {
			rows, n, err := w.s.People.Users(w.ctx, search, 0, 0)
			require.NoError(t, err)
			require.Len(t, rows, n)
			var out []string
			for _, u := range rows {
				out = append(out, u.Subject)
			}
			return strings.Join(out, "")
		}
		for search, want := range map[string]string{
			"": "321", "LEE": "21", "lee ann": "1", "one.test": "31", "annie": "1", "%": "3", "_": "", "ann bob": "", "operator": "",
		} {
			require.Equal(t, want, find(search), "search for %q", search)
		}
		rows, n, err := w.s.People.Users(w.ctx, "", 1, 1)
		require.NoError(t, err)
		require.Equal(t, 3, n)
		require.Equal(t, "2", rows[0].Subject)
	})
	t.Run("figures about people are of the last days", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		w.person("old")
		w.clock.pass(40 * 24 * time.Hour)
		w.person("ann")
		_, ada := w.as("ada", "admin")
		w.clock.pass(24 * time.Hour)
		out := w.person("bob")
		_, err := w.s.People.SetActive(w.ctx, ada, out.PublicID, false)
		require.NoError(t, err)
		_, err = w.s.People.EnsureOperator(w.ctx)
		require.NoError(t, err)
		f, err := w.s.People.PeopleFigures(w.ctx)
		require.NoError(t, err)
		require.Equal(t, people.PeopleFigures{Total: 4, Active: 3}, f)
		growth, err := w.s.People.Growth(w.ctx, database.PeriodOf(w.clock.now(), 30))
		require.NoError(t, err)
		require.Len(t, growth, 30)
		require.Equal(t, []people.DayGrowth{{Day: "2026-04-09", New: 0}, {Day: "2026-04-10", New: 2}, {Day: "2026-04-11", New: 1}}, growth[27:])
		w.job(out, video("a"))
		work, err := w.s.Jobs.WorkFigures(w.ctx)
		require.NoError(t, err)
		require.Equal(t, jobs.WorkFigures{Jobs: 1}, work)
	})
	t.Run("the first admin is made once, by whoever holds the token", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		una, otto := w.person("una"), w.person("otto")
		show, err := w.s.People.OfferFirstAdmin(w.ctx, "hash")
		require.NoError(t, err)
		require.True(t, show)
		show, err = w.s.People.OfferFirstAdmin(w.ctx, "hash of another process")
		require.NoError(t, err)
		require.False(t, show, "it was shown already")
		me := store.Actor{PublicID: una.PublicID, SessionID: 3}
		_, err = w.s.People.ClaimFirstAdmin(w.ctx, me, "hash of another process")
		require.True(t, fault.Is(err, fault.Denied), "%v", err)
		errs := make([]error, 2)
		var wg sync.WaitGroup
		for i, u := range []*store.User{una, otto} {
			wg.Go(func() { _, errs[i] = w.s.People.ClaimFirstAdmin(w.ctx, store.Actor{PublicID: u.PublicID}, "hash") })
		}
		wg.Wait()
		require.NotEqual(t, errs[0] == nil, errs[1] == nil, "%v", errs)
		require.Equal(t, 1, w.activeAdmins())
		log, n, err := w.s.AuditLog(w.ctx, "", 0, 0)
		require.NoError(t, err)
		require.Equal(t, 1, n)
		require.Equal(t, "user/"+log[0].Actor, log[0].Object)
		require.Equal(t, map[string]any{"role": "admin"}, log[0].After)
		show, err = w.s.People.OfferFirstAdmin(w.ctx, "hash")
		require.NoError(t, err)
		require.False(t, show, "there is an admin")
	})
	t.Run("a token that was offered before an admin came is worth nothing", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		una := w.person("una")
		_, err := w.s.People.OfferFirstAdmin(w.ctx, "hash")
		require.NoError(t, err)
		w.as("ada", "admin")
		_, err = w.s.People.ClaimFirstAdmin(w.ctx, store.Actor{PublicID: una.PublicID}, "hash")
		require.True(t, fault.Is(err, fault.Conflict), "%v", err)
		require.Equal(t, 1, w.activeAdmins())
	})
	t.Run("budgets change with their audit", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		_, ada := w.as("ada", "admin")
		una := w.person("una")
		change := func(scope, id string, tokens int) (jobs.Budget, bool) {
			b, raised, err := w.s.Jobs.ChangeBudget(w.ctx, ada, budget.Model, scope, id, jobs.Cap{Most: tokens})
			require.NoError(t, err)
			return b, raised
		}
		for i, c := range []struct {
			tokens int
			raised bool
		}{{1000, false}, {1000, false}, {500, false}, {600, true}, {0, true}, {0, false}, {2000, false}} {
			_, raised := change(jobs.BudgetSystem, "", c.tokens)
			require.Equal(t, c.raised, raised, "step %d", i)
		}
		own, _ := change("user", una.PublicID, 300)
		require.Equal(t, una.ID, own.User.ID)
		_, _, err := w.s.Jobs.ChangeBudget(w.ctx, ada, budget.Model, "user", "nobody", jobs.Cap{Most: 1})
		require.True(t, fault.Is(err, fault.NotFound), "%v", err)

		j, items := w.job(una, video("a"))
		run, err := w.s.Jobs.WantEpisode(w.ctx, j.ID, items[0].ID,
			extract.Recipe{Extractor: "llm", Model: "m", PromptVersion: "1", SchemaVersion: "1"})
		require.NoError(t, err)
		_, err = w.s.Jobs.ReserveTokens(w.ctx, run.Run.RunID, 0, 120)
		require.NoError(t, err)
		require.NoError(t, w.s.Jobs.SettleTokens(w.ctx, run.Run.RunID, 0, extract.Usage{Calls: 1, PromptTokens: 90, CompletionTokens: 10}))
		_, err = w.s.Jobs.ReserveTokens(w.ctx, run.Run.RunID, 1, 120)
		require.NoError(t, err)
		list, err := w.s.Jobs.Budgets(w.ctx, budget.Model)
		require.NoError(t, err)
		var lines []string
		for _, b := range list {
			lines = append(lines, fmt.Sprintf("%s %d %d", b.Scope, b.Most, b.Used))
		}
		require.Equal(t, []string{"system 2000 220", "default 0 0", fmt.Sprintf("user/%d 300 220", una.ID)}, lines)
		log, n, err := w.s.AuditLog(w.ctx, "budget/user/"+una.PublicID, 0, 0)
		require.NoError(t, err)
		require.Equal(t, 1, n)
		require.Equal(t, "budget.set", log[0].Operation)
		require.InDelta(t, 300, log[0].After["tokensPerDay"], 0)
		_, n, err = w.s.AuditLog(w.ctx, "budget/system", 0, 0)
		require.NoError(t, err)
		require.Equal(t, 5, n, "the same cap again is no change")
	})
	t.Run("runs that a model reads are known", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		paid := extract.Recipe{Extractor: "llm", Model: "m", PromptVersion: "1", SchemaVersion: "1"}
		var want []int
		for i, c := range []struct {
			recipe extract.Recipe
			stage  work.Stage
			state  work.StepState
			reads  bool
		}{
			{paid, work.StageExtract, work.StepRetrying, true},
			{paid, work.StageExtract, work.StepRunning, true},
			{paid, work.StageExtract, work.StepDone, false},
			{paid, work.StageEpisode, work.StepRunning, false},
			{recipe, work.StageExtract, work.StepRunning, false},
		} {
			j, items := w.job(nil, video(fmt.Sprint(i)))
			got, err := w.s.Jobs.WantEpisode(w.ctx, j.ID, items[0].ID, c.recipe)
			require.NoError(t, err)
			require.NoError(t, w.s.Jobs.SetStep(w.ctx, got.Run.RunID, c.stage, jobs.StepProgress{State: c.state}))
			if c.reads {
				want = append([]int{got.Run.RunID}, want...)
			}
		}
		j, items := w.job(nil, video("ended"))
		ended, err := w.s.Jobs.WantEpisode(w.ctx, j.ID, items[0].ID, paid)
		require.NoError(t, err)
		require.NoError(t, w.s.Jobs.SetStep(w.ctx, ended.Run.RunID, work.StageExtract, jobs.StepProgress{State: work.StepRunning}))
		w.finish(ended.Run.RunID, work.RunFailed)
		got, err := w.s.Jobs.RunsReadByModel(w.ctx)
		require.NoError(t, err)
		require.Len(t, got, len(want))
		for i, r := range got {
			require.Equal(t, want[i], r.RunID, "the newest first")
		}
	})
	t.Run("a display name is as long as it has characters", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		una := w.person("una")
		long := strings.Repeat("語", 200)
		u, err := w.s.People.SaveProfile(w.ctx, una.ID, people.Profile{DisplayName: long})
		require.NoError(t, err)
		require.Equal(t, long, u.DisplayName)
		_, err = w.s.People.SaveProfile(w.ctx, una.ID, people.Profile{DisplayName: long + "x"})
		require.True(t, fault.Is(err, fault.BadInput), "%v", err)
	})
	t.Run("uploads that nobody used go, others stay", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		una := w.person("una")
		upload := func(name string) string {
			u, err := w.s.Jobs.CreateUpload(w.ctx, jobs.NewUpload{
				UserID: una.ID, FileName: name, Hash: name, Size: 1,
				Episode: media.Episode{Title: name}, Transcript: given,
			})
			require.NoError(t, err)
			return u.Key
		}
		old, named := upload("old"), upload("named")
		_, _, err := w.s.Jobs.CreateJob(w.ctx, jobs.NewJob{UserID: &una.ID, Kind: media.KindUpload, Input: "named", UploadIDs: []string{named}})
		require.NoError(t, err)
		w.clock.pass(31 * 24 * time.Hour)
		fresh := upload("fresh")
		n, err := w.s.Jobs.DropUploads(w.ctx, w.clock.now().Add(-30*24*time.Hour))
		require.NoError(t, err)
		require.Equal(t, 1, n)
		_, err = w.s.Jobs.Uploads(w.ctx, una.ID, []string{named, fresh})
		require.NoError(t, err)
		_, err = w.s.Jobs.Uploads(w.ctx, una.ID, []string{old})
		require.True(t, fault.Is(err, fault.NotFound), "%v", err)
		require.NoError(t, w.s.WriteCheck(w.ctx))
	})
}

func eventSuite(t *testing.T, open Open) {
	t.Run("events add up by kind and by each day's visitors", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		now := w.clock.now()
		event := func(typ, visitor string, daysAgo int) people.NewEvent {
			return people.NewEvent{Type: typ, Visitor: visitor, At: now.Add(-time.Duration(daysAgo) * 24 * time.Hour)}
		}
		require.NoError(t, w.s.People.SaveEvents(w.ctx, []people.NewEvent{
			event("search", "a0", 0), event("search", "a0", 0), event("search", "b0", 0), event("search", "a1", 1), event("export", "a1", 1),
			event("entity_view", "a90", 90), event("entity_view", "a91", 91),
		}))
		require.NoError(t, w.s.People.SaveEvents(w.ctx, nil))
		f, err := w.s.People.EventFigures(w.ctx, now.Add(-90*24*time.Hour))
		require.NoError(t, err)
		require.Equal(t, people.EventFigures{
			Total: 6, Visitors: 4,
			Top: []people.EventCount{{Type: "search", Count: 4}, {Type: "entity_view", Count: 1}, {Type: "export", Count: 1}},
		}, f)
		n, err := w.s.People.DropEvents(w.ctx, now.Add(-90*24*time.Hour))
		require.NoError(t, err)
		require.Equal(t, 1, n)
		f, err = w.s.People.EventFigures(w.ctx, time.Time{})
		require.NoError(t, err)
		require.Equal(t, 6, f.Total)
	})
	t.Run("a day has one salt, and none when it is over", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		now := w.clock.now()
		for _, process := range []string{"one", "two"} {
			got, err := w.s.People.DaySalt(w.ctx, now, process)
			require.NoError(t, err)
			require.Equal(t, "one", got)
		}
		require.NoError(t, w.s.People.DropSalts(w.ctx, now))
		got, err := w.s.People.DaySalt(w.ctx, now, "three")
		require.NoError(t, err)
		require.Equal(t, "one", got, "the day goes on")
		require.NoError(t, w.s.People.DropSalts(w.ctx, now.Add(24*time.Hour)))
		got, err = w.s.Fact(w.ctx, "analytics.salt."+now.Format(time.DateOnly))
		require.NoError(t, err)
		require.Empty(t, got)
	})
}

package apiserver

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/internal/doctor"
	"mentionary/internal/fault"
	"mentionary/internal/job"
	"mentionary/internal/media"
	"mentionary/internal/store"
	"mentionary/internal/transcript"
	"mentionary/policies"
)

func TestEveryKindOfFaultHasACode(t *testing.T) {
	t.Parallel()
	for _, k := range append(fault.Final(), fault.Blocked, fault.RateLimited, fault.Unavailable, fault.Budget, fault.Internal) {
		require.NotZero(t, codes[k], "%s", k)
	}
	for k := range waits {
		require.True(t, k.Retryable(), "%s waits for another attempt", k)
	}
	for k := range codes {
		require.Equal(t, k.Retryable(), waits[k] != "", "%s", k)
	}
}

func TestJumpAddresses(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		episode store.Episode
		want    string
	}{
		"video":            {store.Episode{Platform: "youtube", ExternalID: "abc", PageURL: "https://x.test/"}, "https://www.youtube.com/watch?v=abc&t=61s"},
		"page":             {store.Episode{Platform: "feed", PageURL: "https://x.test/e?1#top", MediaURL: "https://x.test/a.mp3"}, "https://x.test/e?1#t=61"},
		"file":             {store.Episode{Platform: "feed", MediaURL: "https://x.test/a.mp3"}, "https://x.test/a.mp3#t=61"},
		"neither":          {store.Episode{Platform: "upload"}, ""},
		"another scheme":   {store.Episode{Platform: "feed", PageURL: "javascript:alert(1)"}, ""},
		"scheme, then one": {store.Episode{Platform: "feed", PageURL: "data:text/html,x", MediaURL: "http://x.test/a.mp3"}, "http://x.test/a.mp3#t=61"},
	} {
		require.Equal(t, c.want, jumpURL(&c.episode, 61_900), name)
	}
}

func TestMarksCountAsBrowsersDo(t *testing.T) {
	t.Parallel()
	cues := []transcript.Cue{{EndMS: 1000, Text: "Ünï 🎉 Dune"}, {StartMS: 1000, EndMS: 2000, Text: "Messiah it is"}}
	text := transcript.Layout(cues).Text
	at := strings.Index(text, "Dune")
	places := []*store.Mention{
		{ID: 1, Start: at, End: at + 4},
		{ID: 2, Start: at, End: at + len("Dune Messiah")}, // runs into the next segment
		{ID: 3, Start: len(text) + 5, End: len(text) + 9}, // of another text
		{ID: 4, Start: at, End: at},                       // no words
	}
	got := marks(&store.Transcript{Cues: cues}, places)
	require.Len(t, got, 2)
	for _, m := range got {
		require.Equal(t, int32(0), m.GetSegment())
		require.Equal(t, int32(7), m.GetFrom())
		require.Equal(t, int32(11), m.GetTo())
	}
	untimed := &store.Transcript{Cues: []transcript.Cue{{Text: cues[0].Text}}}
	require.Empty(t, marks(untimed, places))
	require.Empty(t, segments(untimed))
}

// setWord puts a word of the vocabulary into a stored column of the same words.
func setWord[T ~string](into *T, s job.ItemState) { *into = T(s) }

func TestSentencesAboutJobs(t *testing.T) {
	t.Parallel()
	row := func(s job.ItemState) itemRow {
		it := &store.JobItem{}
		setWord(&it.State, s)
		return itemRow{item: it}
	}
	for name, c := range map[string]struct {
		job  store.Job
		rows []itemRow
		want string
	}{
		"looking":    {store.Job{State: "running"}, nil, "Looking for the episodes."},
		"under way":  {store.Job{State: "running", Listed: true, ItemsTotal: 5, ItemsDone: 2}, nil, "2 of 5 episodes are analyzed."},
		"one failed": {store.Job{State: "running", Listed: true, ItemsTotal: 5, ItemsDone: 2, ItemsFailed: 1}, nil, "2 of 5 episodes are analyzed, 1 failed."},
		"paused":     {store.Job{State: "waiting", Paused: true}, nil, pausedText},
		"feed away": {
			store.Job{State: "waiting", ErrorClass: "unavailable", Ref: media.Ref{Platform: media.Feed}},
			nil,
			"The podcast's server could not be reached. It is tried again at the time shown.",
		},
		"feed in trouble": {
			store.Job{
				State: "waiting", ErrorClass: "unavailable", Ref: media.Ref{Platform: media.Feed},
				ErrorText: "The site has a problem of its own (status 503). Try again later.",
			},
			nil,
			"The podcast's server has a problem of its own. It is tried again at the time shown.",
		},
		"turned away": {
			store.Job{State: "waiting", ErrorClass: "blocked", Ref: media.Ref{Platform: media.YouTube}},
			nil,
			"YouTube turned us away. It is tried again at the time shown.",
		},
		"budget":     {store.Job{State: "waiting", ErrorClass: "budget"}, nil, "The spending cap is reached. It goes on when there is budget again."},
		"transcript": {store.Job{State: "waiting", Listed: true, ItemsTotal: 1}, nil, needsTranscript},
		"transcripts": {
			store.Job{State: "waiting", Listed: true, ItemsTotal: 2},
			[]itemRow{row(job.ItemNeedsTranscript), row(job.ItemNeedsTranscript)},
			"None of the episodes has a transcript. Upload transcripts to go on.",
		},
		"all done":    {store.Job{State: "completed", ItemsTotal: 5, ItemsDone: 5}, nil, "All 5 episodes are analyzed."},
		"nothing":     {store.Job{State: "completed"}, nil, "There was nothing to analyze."},
		"already":     {store.Job{State: "completed", ItemsTotal: 1, ItemsDone: 1}, []itemRow{row(job.ItemAlready)}, "It was analyzed before, so nothing had to be done."},
		"partial":     {store.Job{State: "partial", ItemsTotal: 5, ItemsDone: 2, ItemsFailed: 2}, nil, "2 of 5 episodes are analyzed, 2 failed. 1 needs attention."},
		"all in part": {store.Job{State: "partial", ItemsTotal: 5, ItemsDone: 5}, nil, "All 5 episodes are analyzed, some only in part. Retry the job to complete them."},
		"one in part": {store.Job{State: "partial", ItemsTotal: 1, ItemsDone: 1}, nil, "Some parts of the transcript could not be read. Open the job to see what can be done."},
		"some wait": {
			store.Job{State: "waiting", Listed: true, ItemsTotal: 5, ItemsDone: 3, ErrorClass: "unavailable", Ref: media.Ref{Platform: media.Feed}},
			nil,
			"3 of 5 episodes are analyzed. The podcast's server could not be reached. It is tried again at the time shown.",
		},
		"one failed alone": {store.Job{State: "failed", Listed: true, ItemsTotal: 1}, nil, "The episode could not be analyzed. Open the job to see why."},
		"failed":           {store.Job{State: "failed", ErrorText: "There is no such channel."}, nil, "There is no such channel."},
		"failed item":      {store.Job{State: "failed", ItemsTotal: 1}, []itemRow{row(job.ItemFailed)}, "Something went wrong on our side. Retry it, or upload a transcript."},
		"cancelled":        {store.Job{State: "cancelled", ItemsTotal: 5, ItemsDone: 1}, nil, "1 of 5 episodes are analyzed. Retry the job to go on with the rest."},
	} {
		require.Equal(t, c.want, jobText(&c.job, c.rows), name)
	}
	for _, s := range []job.ItemState{
		job.ItemPending, job.ItemRunning, job.ItemParked, job.ItemNeedsTranscript, job.ItemDone, job.ItemPartial, job.ItemAlready, job.ItemFailed, job.ItemCancelled,
	} {
		require.Regexp(t, `^[A-Z].*\.$`, itemText(&store.Job{}, row(s)), "%s", s)
	}
	model := &store.RunStep{Stage: "extract", State: "retrying", ErrorClass: "unavailable"}
	require.Equal(t, "The model could not be reached. It is tried again at the time shown.", stepText(media.YouTube, model))
	for class, stored := range map[string]string{
		"budget":       "The rest of the day's budget for the language model is set aside for calls under way; this part goes on when they come back.",
		"unavailable":  "The model server did not answer in time.",
		"rate_limited": "The model server asks us to slow down.",
	} {
		waits, want := &store.RunStep{Stage: "extract", State: "retrying", ErrorClass: class, Text: stored}, stored
		if class != "budget" {
			want += " " + triedAgain
		}
		require.Equal(t, want, stepText(media.YouTube, waits), "the step says the true cause")
		require.Equal(t, want, jobText(&store.Job{State: "waiting", ErrorClass: class, ErrorText: stored}, nil), "and so does the job")
	}
	reading := &store.RunStep{Stage: "extract", State: "running", Done: 3, Total: 8, Text: "chunk 3 of 8"} // as former programs wrote it
	require.Equal(t, "3 of 8 parts read.", stepText(media.YouTube, reading))
	running := itemRow{item: &store.JobItem{State: "running"}, steps: []*store.RunStep{
		{Stage: "transcript", State: "done"}, {Stage: "extract", State: "failed", Text: "1 of 3 parts of the transcript could not be read."}, {Stage: "publish", State: "running"},
	}}
	require.Equal(t, "Publishing.", itemText(&store.Job{}, running), "a part that is missing holds nothing up")
	running.steps = []*store.RunStep{{Stage: "episode", State: "done"}, reading}
	require.Equal(t, "Finding mentions: 3 of 8 parts read.", itemText(&store.Job{}, running))
	silent := &store.RunStep{
		Stage: "extract", State: "running", Done: 3, Total: 8,
		Text: "The model has not answered for 10 seconds; it has until 22:00:50 UTC, then it is asked again.",
	}
	require.Equal(t, "3 of 8 parts read. "+silent.Text, stepText(media.YouTube, silent), "the hint follows the count")
	silent.State = "done"
	require.Equal(t, "3 of 8 parts read.", stepText(media.YouTube, silent))
	running.steps = []*store.RunStep{{Stage: "episode", State: "done"}, {Stage: "transcript", State: "waiting"}}
	require.Equal(t, "Fetching the transcript.", itemText(&store.Job{}, running))
	ending := itemRow{item: running.item, steps: []*store.RunStep{{Stage: "links", State: "done"}, {Stage: "check", State: "done"}}}
	require.Equal(t, "Almost done.", itemText(&store.Job{}, ending), "it does not begin anew between its last stage and its end")
	require.Empty(t, stepText(media.YouTube, running.steps[1]), "what has not begun has nothing to say")
}

func TestSubmittersAreNotNamedByTheirAddress(t *testing.T) {
	t.Parallel()
	require.Equal(t, "System", submitter(nil))
	require.Equal(t, "Una", submitter(&store.User{DisplayName: "Una", Email: "u@x.test"}))
	require.Equal(t, "User", submitter(&store.User{DisplayName: "u@x.test", Email: "u@x.test"}))
	require.Equal(t, "Una Ulm", submitter(&store.User{FirstName: "Una", LastName: "Ulm"}))
}

func TestSnapshotsTellNewsByVersions(t *testing.T) {
	t.Parallel()
	now := time.Now()
	old := snapshot{jobs: []*store.Job{{ID: 1, Version: 3}, {ID: 2, Version: 1}}, catalogue: 7, taken: now}
	require.True(t, snapshot{jobs: []*store.Job{{ID: 1, Version: 3}}, catalogue: 7, taken: now}.same(old), "an old change falls out of the window")
	require.False(t, snapshot{jobs: []*store.Job{{ID: 1, Version: 4}}, catalogue: 7, taken: now}.same(old))
	require.False(t, snapshot{jobs: []*store.Job{{ID: 3, Version: 1}}, catalogue: 7, taken: now}.same(old))
	require.False(t, snapshot{jobs: old.jobs, catalogue: 8, taken: now}.same(old))
	require.False(t, snapshot{taken: now}.same(snapshot{}), "the first look is news")
}

func TestAHealthCheckThatHangsIsNotWaitedFor(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		forever := make(chan struct{})
		c := doctor.Check{Name: "disk", Look: func(context.Context) doctor.Finding { <-forever; return doctor.Finding{} }}
		ok := doctor.Check{Name: "model", Look: func(context.Context) doctor.Finding { return doctor.Finding{Status: doctor.OK} }}
		s := adminService{&Server{Options: Options{Checks: []doctor.Check{c, c, ok}, Now: time.Now}}}
		start := time.Now()
		got, err := s.GetHealth(t.Context(), nil)
		require.NoError(t, err)
		require.Equal(t, 2*time.Second, time.Since(start), "all are asked at once")
		require.Equal(t, checkDown, got.GetState())
		require.Equal(t, "There was no answer within 2 seconds.", got.GetChecks()[0].GetText())
		require.Equal(t, int32(2000), got.GetChecks()[0].GetTookMs())
		require.Equal(t, checkOK, got.GetChecks()[2].GetState())
		close(forever)
	})
}

func TestStreamsLookForTheirSessionTwiceASecond(t *testing.T) {
	t.Parallel()
	require.LessOrEqual(t, WatchTiming{}.withDefaults().Recheck, time.Second/2, "a revoked one ends within a second")
}

// heard is what was counted.
type heard []string

func (h *heard) Record(event, address, agent string) { *h = append(*h, event+" "+address+" "+agent) }

func TestRoutesBesideTheProceduresAreCountedWhenTheySucceed(t *testing.T) {
	t.Parallel()
	var got heard
	s := &Server{Options: Options{Events: &got}}
	h := s.visits(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Query().Get("as") {
		case "moved":
			w.WriteHeader(http.StatusSeeOther)
		case "page":
			_, _ = w.Write([]byte("x"))
		default:
			w.WriteHeader(http.StatusForbidden)
		}
	}))
	for _, route := range []string{
		"GET /api/callback?as=moved", "GET /api/callback", "GET /api/callback?as=page", "GET /api/login?as=moved",
		policies.ExportData + "?as=page", policies.ExportData, "HEAD /api/user/export?as=page",
	} {
		method, path, _ := strings.Cut(route, " ")
		r := httptest.NewRequest(method, path, nil)
		r.RemoteAddr = "[2001:db8::7]:1234"
		r.Header.Set("User-Agent", "Lynx")
		h.ServeHTTP(httptest.NewRecorder(), r)
	}
	require.Equal(t, heard{"sign_in 2001:db8::7 Lynx", "export 2001:db8::7 Lynx"}, got)
}

package convert

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/fault"
	"mentionary/internal/media"
	"mentionary/internal/store"
	"mentionary/internal/transcript"
	"mentionary/internal/work"
)

func TestEveryFaultThatIsTriedAgainSaysWhyItWaits(t *testing.T) {
	t.Parallel()
	for k := range waits {
		require.True(t, k.Retryable(), "%s waits for another attempt", k)
	}
	for _, k := range append(fault.Final(), fault.Blocked, fault.RateLimited, fault.Unavailable, fault.Budget, fault.Internal) {
		require.Equal(t, k.Retryable(), waits[k] != "", "%s", k)
	}
}

func TestJumpAddresses(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		episode store.Episode
		want    string
	}{
		"video": {
			store.Episode{Platform: "youtube", ExternalID: "abc", PageURL: "https://x.test/"},
			"https://www.youtube.com/watch?v=abc&t=61s",
		},
		"page": {
			store.Episode{Platform: "feed", PageURL: "https://x.test/e?1#top", MediaURL: "https://x.test/a.mp3"},
			"https://x.test/e?1#t=61",
		},
		"file":           {store.Episode{Platform: "feed", MediaURL: "https://x.test/a.mp3"}, "https://x.test/a.mp3#t=61"},
		"neither":        {store.Episode{Platform: "upload"}, ""},
		"another scheme": {store.Episode{Platform: "feed", PageURL: "javascript:alert(1)"}, ""},
		"scheme, then one": {
			store.Episode{Platform: "feed", PageURL: "data:text/html,x", MediaURL: "http://x.test/a.mp3"},
			"http://x.test/a.mp3#t=61",
		},
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
func setWord[T ~string](into *T, s work.ItemState) { *into = T(s) }

func TestSentencesAboutJobs(t *testing.T) {
	t.Parallel()
	row := func(s work.ItemState) ItemRow {
		it := &store.JobItem{}
		setWord(&it.State, s)
		return ItemRow{Item: it}
	}
	for name, c := range map[string]struct {
		job  store.Job
		rows []ItemRow
		want string
	}{
		"looking":   {store.Job{State: "running"}, nil, "Looking for the episodes."},
		"under way": {store.Job{State: "running", Listed: true, ItemsTotal: 5, ItemsDone: 2}, nil, "2 of 5 episodes are analyzed."},
		"one failed": {
			store.Job{State: "running", Listed: true, ItemsTotal: 5, ItemsDone: 2, ItemsFailed: 1},
			nil,
			"2 of 5 episodes are analyzed, 1 failed.",
		},
		"paused": {store.Job{State: "waiting", Paused: true}, nil, pausedText},
		"feed away": {
			store.Job{State: "waiting", ErrorClass: "unavailable", Ref: media.Ref{Platform: media.Feed}},
			nil,
			"The podcast's server could not be reached. It will be tried again.",
		},
		"feed in trouble": {
			store.Job{
				State: "waiting", ErrorClass: "unavailable", Ref: media.Ref{Platform: media.Feed},
				ErrorText: "The site is having problems (status 503). Try again later.",
			},
			nil,
			"The podcast's server is having problems. It will be tried again.",
		},
		"turned away": {
			store.Job{State: "waiting", ErrorClass: "blocked", Ref: media.Ref{Platform: media.YouTube}},
			nil,
			"YouTube turned us away. It will be tried again.",
		},
		"budget": {
			store.Job{State: "waiting", ErrorClass: "budget"},
			nil,
			"The spending cap is reached. It continues when there is budget again.",
		},
		"transcript": {store.Job{State: "waiting", Listed: true, ItemsTotal: 1}, nil, needsTranscript},
		"transcripts": {
			store.Job{State: "waiting", Listed: true, ItemsTotal: 2},
			[]ItemRow{row(work.ItemNeedsTranscript), row(work.ItemNeedsTranscript)},
			"None of the episodes has a transcript. Upload transcripts to continue.",
		},
		"all done": {store.Job{State: "completed", ItemsTotal: 5, ItemsDone: 5}, nil, "All 5 episodes are analyzed."},
		"nothing":  {store.Job{State: "completed"}, nil, "There was nothing to analyze."},
		"already": {
			store.Job{State: "completed", ItemsTotal: 1, ItemsDone: 1},
			[]ItemRow{row(work.ItemAlready)},
			"It was analyzed before, so nothing had to be done.",
		},
		"partial": {
			store.Job{State: "partial", ItemsTotal: 5, ItemsDone: 2, ItemsFailed: 2},
			nil,
			"2 of 5 episodes are analyzed, 2 failed. 1 episode needs attention.",
		},
		"all in part": {
			store.Job{State: "partial", ItemsTotal: 5, ItemsDone: 5},
			nil,
			"All 5 episodes are analyzed, some only in part. Retry the job to complete them.",
		},
		"one in part": {
			store.Job{State: "partial", ItemsTotal: 1, ItemsDone: 1},
			nil,
			"Some parts of the transcript could not be read. Open the job to see what can be done.",
		},
		"some wait": {
			store.Job{State: "waiting", Listed: true, ItemsTotal: 5, ItemsDone: 3, ErrorClass: "unavailable", Ref: media.Ref{Platform: media.Feed}},
			nil,
			"3 of 5 episodes are analyzed. The podcast's server could not be reached. It will be tried again.",
		},
		"one failed alone": {
			store.Job{State: "failed", Listed: true, ItemsTotal: 1},
			nil,
			"The episode could not be analyzed. Open the job to see why.",
		},
		"failed": {store.Job{State: "failed", ErrorText: "There is no such channel."}, nil, "There is no such channel."},
		"failed item": {
			store.Job{State: "failed", ItemsTotal: 1},
			[]ItemRow{row(work.ItemFailed)},
			"Something went wrong on our side. Retry it, or upload a transcript.",
		},
		"cancelled": {
			store.Job{State: "cancelled", ItemsTotal: 5, ItemsDone: 1},
			nil,
			"1 of 5 episodes are analyzed. Retry the job to continue with the rest.",
		},
	} {
		require.Equal(t, c.want, jobText(&c.job, c.rows), name)
	}
	for _, s := range []work.ItemState{
		work.ItemPending, work.ItemRunning, work.ItemParked, work.ItemNeedsTranscript, work.ItemDone, work.ItemPartial, work.ItemAlready,
		work.ItemFailed,
		work.ItemCancelled,
	} {
		require.Regexp(t, `^[A-Z].*\.$`, itemText(&store.Job{}, row(s)), "%s", s)
	}
	batch := row(work.ItemParked)
	batch.Steps = []*store.RunStep{{
		Stage: "extract", State: "running", Total: 3, Text: "Waiting for the model's batch since 12:03 UTC; it may take a day.",
	}}
	require.Contains(t, itemText(&store.Job{}, batch), "Waiting for the model's batch since 12:03 UTC")
	require.NotContains(t, itemText(&store.Job{}, batch), "has not answered")
	model := &store.RunStep{Stage: "extract", State: "retrying", ErrorClass: "unavailable"}
	require.Equal(t, "The model could not be reached. It will be tried again.", stepText(media.YouTube, model))
	for class, stored := range map[string]string{
		"budget": "The rest of the day's budget for the language model is set aside for calls under way; this part continues when they " +
			"come back.",
		"unavailable":  "The model server did not answer in time.",
		"rate_limited": "The model server asks us to slow down.",
	} {
		waits, want := &store.RunStep{Stage: "extract", State: "retrying", ErrorClass: class, Text: stored}, stored
		if class != "budget" {
			want += " " + triedAgain
		}
		require.Equal(t, want, stepText(media.YouTube, waits), "the step says the true cause")
		require.Equal(t, want, jobText(&store.Job{State: "waiting", ErrorClass: class, ErrorStage: "extract", ErrorText: stored}, nil),
			"and so does the job")
	}
	reading := &store.RunStep{Stage: "extract", State: "running", Done: 3, Total: 8}
	require.Equal(t, "3 of 8 parts read.", stepText(media.YouTube, reading))
	running := ItemRow{Item: &store.JobItem{State: "running"}, Steps: []*store.RunStep{
		{Stage: "transcript", State: "done"},
		{Stage: "extract", State: "failed", Text: "1 of 3 parts of the transcript could not be read."},
		{Stage: "publish", State: "running"},
	}}
	require.Equal(t, "Publishing.", itemText(&store.Job{}, running), "a part that is missing holds nothing up")
	running.Steps = []*store.RunStep{{Stage: "episode", State: "done"}, reading}
	require.Equal(t, "Finding mentions: 3 of 8 parts read.", itemText(&store.Job{}, running))
	silent := &store.RunStep{
		Stage: "extract", State: "running", Done: 3, Total: 8,
		Text: "The model has not answered for 10 seconds; it has until 22:00:50 UTC, then it is asked again.",
	}
	require.Equal(t, "3 of 8 parts read. "+silent.Text, stepText(media.YouTube, silent), "the hint follows the count")
	silent.State = "done"
	require.Equal(t, "3 of 8 parts read.", stepText(media.YouTube, silent))
	running.Steps = []*store.RunStep{{Stage: "episode", State: "done"}, {Stage: "transcript", State: "waiting"}}
	require.Equal(t, "Fetching the transcript.", itemText(&store.Job{}, running))
	ending := ItemRow{Item: running.Item, Steps: []*store.RunStep{{Stage: "links", State: "done"}, {Stage: "check", State: "done"}}}
	require.Equal(t, "Almost done.", itemText(&store.Job{}, ending), "it does not begin anew between its last stage and its end")
	require.Empty(t, stepText(media.YouTube, running.Steps[1]), "what has not begun has nothing to say")
}

func TestListeningSaysWhyAndHowFar(t *testing.T) {
	t.Parallel()
	named := []media.TranscriptRef{{URL: "https://a.test/t.vtt"}}
	for name, c := range map[string]struct {
		step    store.RunStep
		episode *store.Episode
		want    string
	}{
		"fetching": {
			store.RunStep{State: "running", Text: "Fetching the audio: 18 MB so far."},
			&store.Episode{Platform: "feed"},
			"The feed has no transcript, so the audio is listened to. Fetching the audio: 18 MB so far.",
		},
		"hearing": {
			store.RunStep{State: "running", Done: 3, Total: 10},
			&store.Episode{Platform: "feed", TranscriptRefs: named},
			"The transcript that the feed names could not be found or read, so the audio is listened to. 3 of 10 parts heard.",
		},
		"somebody else's": {store.RunStep{State: "running", Done: 3, Total: 10}, nil, "3 of 10 parts heard."},
		"waiting for budget": {
			store.RunStep{State: "retrying", Done: 3, Total: 10, ErrorClass: "budget", Text: "The day's budget is used up."},
			nil,
			"3 of 10 parts heard. The day's budget is used up.",
		},
		"the site is away": {
			store.RunStep{State: "retrying", ErrorClass: "unavailable", Text: work.Listening + "The site is away. Try again later."},
			nil,
			"Listening to the audio: The site is away. It will be tried again.",
		},
		"the rest is fetched": {
			store.RunStep{State: "retrying", ErrorClass: "unavailable", Text: work.Listening + "It stopped. The rest is fetched at the next try."},
			nil,
			"Listening to the audio: It stopped. The rest is fetched at the next try.",
		},
		"nothing yet": {store.RunStep{State: "running"}, &store.Episode{Platform: "feed"}, "Fetching the transcript."},
	} {
		c.step.Stage = work.StageTranscript
		row := ItemRow{
			Item: &store.JobItem{State: "running"}, Episode: c.episode, Steps: []*store.RunStep{{Stage: "episode", State: "done"}, &c.step},
		}
		require.Equal(t, c.want, itemText(&store.Job{}, row), name)
	}
	gone := "The feed has no transcript, and its audio could not be heard. The audio is no longer at its address. Add a transcript instead."
	row := ItemRow{Item: &store.JobItem{State: "needs_transcript", ErrorText: gone}}
	require.Equal(t, gone, itemText(&store.Job{}, row), "what to do is said once")
	require.Equal(t, "Apple Podcasts did not answer, so the show behind the link is not known yet. It will be tried again.",
		waitText(media.Feed, "", "unavailable", "Apple Podcasts did not answer, "+work.ShowUnknown))
	away := &store.RunStep{Stage: "transcript", State: "retrying", Text: work.Listening + "The site of the audio is away."}
	require.Equal(t, "Listening to the audio: The site of the audio is away. It will be tried again. You can also upload a transcript.",
		itemText(&store.Job{}, ItemRow{Item: &store.JobItem{State: "parked"}, Steps: []*store.RunStep{away}}))
	row.Item.ErrorText = "The feed has no transcript, and there is no audio to listen to."
	require.Equal(t, row.Item.ErrorText+" Upload a transcript to continue.", itemText(&store.Job{}, row))
}

func TestNamesLeadToTheBestOfWhatIsShown(t *testing.T) {
	t.Parallel()
	e := &store.Entity{Type: "book", Name: "Dune"}
	e.Edges.Links = []*store.Link{
		{Kind: "amazon", URL: "https://a.test/", Source: "admin", State: "broken"},
		{Kind: "wikipedia", URL: "https://b.test/", Source: "claimed", State: "valid"},
		{Kind: "wikipedia", URL: "https://c.test/", Source: "agreed", State: "unknown"},
		{Kind: "goodreads", URL: "https://d.test/", Source: "claimed", State: "valid"},
	}
	m := Entity(e).GetMetadata()
	require.Nil(t, m.AmazonUrl)
	require.Equal(t, []string{"https://c.test/", "https://c.test/", "https://d.test/"},
		[]string{m.GetBestUrl(), m.GetWikipediaUrl(), m.GetGoodreadsUrl()})
	place := Entity(&store.Entity{Type: "location", Name: "Kyoto", Country: "Japan"}).GetMetadata()
	require.Equal(t, "https://www.google.com/maps/search/?api=1&query=Kyoto+Japan", place.GetBestUrl())
	require.Equal(t, place.GetBestUrl(), place.GetMapsUrl())
	require.Nil(t, Entity(&store.Entity{Type: "person", Name: "Ada"}).GetMetadata().BestUrl)
}

func TestSubmittersAreNotNamedByTheirAddress(t *testing.T) {
	t.Parallel()
	require.Equal(t, "System", Submitter(nil))
	require.Equal(t, "Una", Submitter(&store.User{DisplayName: "Una", Email: "u@x.test"}))
	require.Equal(t, "User", Submitter(&store.User{DisplayName: "u@x.test", Email: "u@x.test"}))
	require.Equal(t, "Una Ulm", Submitter(&store.User{FirstName: "Una", LastName: "Ulm"}))
}

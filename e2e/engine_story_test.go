//go:build e2e

package e2e_test

import (
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// said is a quarter of a minute, of words that the engine hears well when this voice says them.
const said = `The president of the United States went to California. He said that San Francisco is the most beautiful city in America.
After that he went to Washington and to Chicago. People in Germany and in New York did not know about it. `

// engineMinutes is how many minutes of speech a real engine hears: one unless told. On a quiet machine it takes a third of them.
const engineMinutes = "MENTIONARY_ENGINE_MINUTES"

// An episode without a transcript is heard by a real engine on this machine, in a process that is killed while it reads the feed,
// fetches the audio, has each piece heard, and after the last word. What was said stands on the pages where its phrase begins.
func TestARealEngineHearsAnEpisode(t *testing.T) {
	t.Parallel()
	minutes, _ := strconv.Atoi(os.Getenv(engineMinutes))
	minutes = max(minutes, 1)
	text := strings.Repeat(said, 4*minutes)
	engine := newSphinx(t)
	show := serveSpoken(t, speak(t, text), 1)
	k := &killer{t: t, patience: time.Duration(minutes+5) * time.Minute, m: startMachine(t, "MENTIONARY_FEED_ORIGINS="+show.origin,
		"MENTIONARY_SPEECH_URL="+engine.URL, "MENTIONARY_SPEECH_NAME=pocketsphinx", "MENTIONARY_WORK_SPEECH=1")}

	began := time.Now()
	asked := show.hold(spokenFeed)
	id := k.m.operator().submit(show.origin+spokenFeed, 1)
	k.at("the feed is being read", asked, 0, func() { asked = show.hold(spokenAudio) })
	k.at("the audio is being fetched", asked, 0, func() {})
	for heard := range (minutes + 17) / 10 { // pieces of ten minutes that overlap; the voice is a little slower
		k.at(path("piece %d is being heard", heard+1), engine.arrived(), 0, engine.expectAnother)
	}
	k.afterTheTranscript(id)
	j := k.m.operator().awaitClosed(id, "completed", time.Minute)

	got := heard(k.m.operator(), j)
	t.Logf("%d words said, %d heard in %d pieces, in %s with %d kills", len(bareWords(text)), len(got), len(engine.times),
		time.Since(began).Round(time.Second), k.kills)
	for _, times := range engine.times {
		require.LessOrEqual(t, times, 2, "a piece is heard again at most once")
	}
	cities := citiesOf(k.m.operator(), j, "San Francisco")
	require.NotEmpty(t, cities)
	if len(engine.times) > 1 {
		t.Logf("San Francisco at %v", cities)
		return // the engine hears what lies in two pieces in two ways: nothing to compare with, word by word
	}
	require.Equal(t, bareWords(textOf(engine.last)), got, "all that the engine heard, and nothing else")
	spoken := startsOf(engine.last, "san", "francisco")
	require.Len(t, cities, len(spoken))
	for i, at := range cities { // a mention begins where its phrase does, which has 14 words at most
		require.LessOrEqual(t, at, spoken[i])
		require.InDelta(t, spoken[i], at, 5)
	}
}

// citiesOf returns the seconds at which a location is mentioned in the job's episode.
func citiesOf(a *api, j job, name string) (at []float64) {
	a.t.Helper()
	type found struct {
		Type, Name string
		Mentions   []struct{ Start float64 }
	}
	for _, e := range ask[[]found](a, http.MethodGet, path("/api/episodes/%s/entities", j.Items[0].VideoID), nil) {
		if e.Type == "location" && e.Name == name {
			for _, m := range e.Mentions {
				at = append(at, m.Start)
			}
		}
	}
	slices.Sort(at)
	return at
}

// startsOf returns the seconds at which one word follows the other.
func startsOf(words []timedWord, one, other string) (at []float64) {
	for i := range len(words) - 1 {
		if words[i].Word == one && words[i+1].Word == other {
			at = append(at, words[i].Start)
		}
	}
	return at
}

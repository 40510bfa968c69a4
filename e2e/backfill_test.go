//go:build e2e

package e2e_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/internal/speech/speechtest"
)

// backfillHours says how many episodes of an hour TestABackfillTakesNoMoreWithEachHour has heard: a bench, so none unless told.
const backfillHours = "MENTIONARY_BACKFILL_HOURS"

// sample is what a machine took at a moment.
type sample struct {
	at            time.Duration
	done          int // episodes
	memory, audio int64
}

func (s sample) String() string {
	return fmt.Sprintf("%4.0f s  %3d episodes  %4d MB resident  %4d MB of audio", s.at.Seconds(), s.done, s.memory>>20, s.audio>>20)
}

// TestABackfillTakesNoMoreWithEachHour has many hours heard by a server that answers at once. What the process and its folder of audio
// take is looked at each second: it must not grow with what is done.
func TestABackfillTakesNoMoreWithEachHour(t *testing.T) {
	hours, _ := strconv.Atoi(os.Getenv(backfillHours))
	if hours == 0 {
		t.Skip(backfillHours + " is not set: make bench-speech")
	}
	talk := speechtest.NewTalk(43, time.Hour)
	show, server := newSpokenShow(t, talk, hours), speechtest.New(t, talk)
	m := startMachine(t, show.listens(server)...)
	began := time.Now()
	id := m.operator().submit(show.origin+spokenFeed, hours)

	var samples []sample
	for j := (job{}); !j.closed(); time.Sleep(time.Second) {
		j = m.operator().job(id)
		samples = append(samples, sample{time.Since(began), j.ItemsDone, m.resident(), sizeOf(t, filepath.Join(m.dir, "audio"))})
		require.Less(t, time.Since(began), time.Hour, "%s", j)
	}
	for k := range 10 {
		t.Log(samples[(k+1)*len(samples)/10-1])
	}
	require.Equal(t, hours, m.operator().awaitClosed(id, "completed", time.Second).ItemsDone)
	m.stop()
	t.Logf("%d hours in %s, booked %s in %d calls; at most %d MB resident and %d MB of audio", hours,
		time.Since(began).Round(time.Second), time.Duration(m.database().count(`SELECT SUM(heard_ms) FROM usages`))*time.Millisecond,
		m.database().count(`SELECT SUM(calls) FROM usages`), mostOf(samples, sample.inMemory)>>20, mostOf(samples, sample.onDisk)>>20)
	require.Empty(t, filesIn(t, filepath.Join(m.dir, "audio")))
	// A job works on four episodes at once, and two pieces, each a sixth of an episode and a little more, lie beside them while they are
	// heard.
	require.LessOrEqual(t, mostOf(samples, sample.onDisk), int64(9*len(show.audio)/2), "audio of what is under way, and no other")
	third := len(samples) / 3
	require.Less(t, mostOf(samples[2*third:], sample.inMemory), mostOf(samples[:2*third], sample.inMemory)*5/4,
		"the last third takes about what was taken before")
}

func (s sample) inMemory() int64 { return s.memory }

func (s sample) onDisk() int64 { return s.audio }

func mostOf(samples []sample, what func(sample) int64) int64 {
	return what(slices.MaxFunc(samples, func(a, b sample) int { return int(what(a) - what(b)) }))
}

// resident is the memory that the process has, in bytes.
func (p *program) resident() int64 { return p.kernelSays("status", "VmRSS:") << 10 }

// sizeOf is how much lies in a folder. What is deleted meanwhile counts nothing.
func sizeOf(t *testing.T, dir string) (sum int64) {
	t.Helper()
	for _, name := range filesIn(t, dir) {
		if info, err := os.Stat(name); err == nil {
			sum += info.Size()
		}
	}
	return sum
}

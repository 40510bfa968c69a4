//go:build e2e

package e2e_test

import (
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// demoTime is how long a new user may wait for the finished demo library.
const demoTime = time.Minute

// The first start is what everybody sees, so this test runs alone and prints what it measures.
func TestTheDemoLibraryIsAnalyzedOnTheFirstStart(t *testing.T) {
	m := newMachine(t, "MENTIONARY_DEMO=true")
	began := time.Now()
	m.start()
	visitor := &api{t: t, base: m.base}
	page := visitor.call("GET", "/", nil)
	require.Equal(t, 200, page.status)
	require.Contains(t, string(page.body), "<html")
	t.Logf("time to the first page: %s", time.Since(began).Round(time.Millisecond))

	operator := m.operator()
	eventually(t, demoTime, func() string {
		jobs := ask[[]job](operator, "GET", "/api/jobs?all=true", nil)
		if len(jobs) == 0 {
			return "no demo feed was submitted"
		}
		for _, j := range jobs {
			if !j.closed() {
				return j.String()
			}
		}
		return ""
	})
	t.Logf("time to the finished library: %s", time.Since(began).Round(time.Millisecond))
	episodes := 0
	for _, j := range ask[[]job](operator, "GET", "/api/jobs?all=true", nil) {
		require.Equal(t, "completed", j.State, "%s", j)
		require.Positive(t, j.ItemsTotal)
		require.Equal(t, j.ItemsTotal, j.ItemsDone)
		episodes += j.ItemsTotal
	}
	s := visitor.stats()
	require.Equal(t, episodes, s.TotalEpisodes)
	for name, n := range map[string]int{
		"books": s.TotalBooks, "products": s.TotalProducts, "people": s.TotalPeople, "companies": s.TotalCompanies,
		"locations": s.TotalLocations, "concepts": s.TotalConcepts, "sponsors": s.TotalSponsors,
		"mentions": s.TotalMentions, "channels": s.TotalChannels,
	} {
		require.Positive(t, n, name)
	}
	t.Logf("the library: %+v", s)
	t.Logf("resident memory: %d MiB", residentMiB(t, m.program))

	m.stop()
	m.database().finished(episodes)

	// The second start finds everything done.
	jobs := m.database().count(`SELECT COUNT(*) FROM jobs`)
	m.start()
	require.Len(t, ask[[]job](m.operator(), "GET", "/api/jobs?all=true", nil), jobs)
	m.stop()
}

// TestAStopDuringTheStartIsNoFailure stops the program at ever later moments of its start, on a folder it goes on with.
func TestAStopDuringTheStartIsNoFailure(t *testing.T) {
	m := newMachine(t)
	for _, line := range []string{"component=temporal", "Mentionary", "Started Worker"} {
		m.program = launch(t, fullProgram, m.env, "run")
		m.says(line)
		m.stop()
	}
}

// residentMiB reads how much memory a process holds.
func residentMiB(t *testing.T, p *program) int {
	t.Helper()
	b, err := os.ReadFile("/proc/" + strconv.Itoa(p.cmd.Process.Pid) + "/status")
	require.NoError(t, err)
	for line := range strings.Lines(string(b)) {
		if rest, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			kib, err := strconv.Atoi(strings.Fields(rest)[0])
			require.NoError(t, err)
			return kib >> 10
		}
	}
	require.FailNow(t, "the process tells no resident memory")
	return 0
}

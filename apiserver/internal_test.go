package apiserver

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/internal/doctor"
	"mentionary/internal/mention"
	"mentionary/internal/store"
	"mentionary/internal/store/storetest"
	"mentionary/internal/work"
	"mentionary/policies"
)

func TestWhoWatchesFirstHasMissedNothing(t *testing.T) {
	t.Parallel()
	p := newPoller(storetest.SQLite(t), time.Now, time.Hour, slog.New(slog.DiscardHandler))
	p.number = 7 // of those who watched before
	before := time.Now()
	t.Cleanup(p.join(false))
	seen, _ := p.next()
	require.GreaterOrEqual(t, seen.number, 7)
	require.False(t, seen.taken.Before(before), "else the stream begins anew with the first change")
}

func TestSnapshotsTellNewsByVersions(t *testing.T) {
	t.Parallel()
	now := time.Now()
	old := snapshot{jobs: []*store.Job{{ID: 1, Version: 3}, {ID: 2, Version: 1}}, catalogue: 7, taken: now}
	require.True(t, snapshot{jobs: []*store.Job{{ID: 1, Version: 3}}, catalogue: 7, taken: now}.same(old),
		"an old change falls out of the window")
	require.False(t, snapshot{jobs: []*store.Job{{ID: 1, Version: 4}}, catalogue: 7, taken: now}.same(old))
	require.False(t, snapshot{jobs: []*store.Job{{ID: 3, Version: 1}}, catalogue: 7, taken: now}.same(old))
	require.False(t, snapshot{jobs: old.jobs, catalogue: 8, taken: now}.same(old))
	batch := work.Key{Kind: work.KindBatch, ID: 1}
	require.False(t, snapshot{work: map[work.Key]float64{batch: 1}, catalogue: 7, taken: now}.same(old))
	require.False(t, snapshot{schedules: "other", catalogue: 7, taken: now}.same(old))
	require.False(t, snapshot{taken: now}.same(snapshot{}), "the first look is news")
}

func TestEveryTypeHasItsFigure(t *testing.T) {
	t.Parallel()
	for _, typ := range mention.Types() {
		require.NotNil(t, totalOf(typ), "GetStatsResponse has no total_%s", typ.Plural())
	}
}

func TestAHealthCheckThatHangsIsNotWaitedFor(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		forever := make(chan struct{})
		c := doctor.Check{Name: "disk", Look: func(context.Context) doctor.Finding { <-forever; return doctor.Finding{} }}
		ok := doctor.Check{Name: "model", Look: func(context.Context) doctor.Finding { return doctor.Finding{Status: doctor.OK} }}
		s := adminService{checks: []doctor.Check{c, c, ok}, now: time.Now, log: slog.New(slog.DiscardHandler)}
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

// recorded is what was counted.
type recorded []string

func (h *recorded) Record(event, address, agent string) { *h = append(*h, event+" "+address+" "+agent) }

func TestRoutesBesideTheProceduresAreCountedWhenTheySucceed(t *testing.T) {
	t.Parallel()
	var got recorded
	h := counter{&got}.visits(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
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
	require.Equal(t, recorded{"sign_in 2001:db8::7 Lynx", "export 2001:db8::7 Lynx"}, got)
}

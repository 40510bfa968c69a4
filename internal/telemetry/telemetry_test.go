package telemetry_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/otel"

	"mentionary/internal/budget"
	"mentionary/internal/telemetry"
)

// everything calls each method once, so that each metric has a series.
func everything(m *telemetry.Metrics) {
	m.Request("/mentionary.v1.StatsService/GetStats", "ok", time.Millisecond)
	m.Stage("fetch", "done", time.Second)
	m.Run("done")
	m.Tokens("a-model", 1_000_000, 400_000, 100_000, 50_000)
	m.Heard("an-ear", 90*time.Second, 30*time.Second)
	m.UsageDisbelieved("a-model")
	m.LinkCheck("valid")
	m.Cache(true)
	m.Stream(1)
	m.ActivityFailed("FetchEpisode", "unavailable")
	m.Outbound("data", "refused")
}

func scrape(t *testing.T, m *telemetry.Metrics) string {
	t.Helper()
	rec := httptest.NewRecorder()
	m.Handler().ServeHTTP(rec, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	require.Equal(t, http.StatusOK, rec.Code)
	return rec.Body.String()
}

func TestMetricsAreThoseOfTheDocumentation(t *testing.T) {
	t.Parallel()
	m := telemetry.NewMetrics("1.2.3", "slim", budget.Prices{"a-model": {Prompt: 1}})
	count := func(context.Context) (map[string]int, error) { return map[string]int{"one": 1}, nil }
	m.Watch(telemetry.State{QueueBacklog: count, OpenJobs: count, PoolInUse: func() int { return 2 }}, slog.New(slog.DiscardHandler))
	everything(m)
	text := scrape(t, m)
	doc, err := os.ReadFile("../../docs/metrics.md")
	require.NoError(t, err)
	named := map[string]bool{}
	for _, row := range regexp.MustCompile("(?m)^\\| `(mentionary_[a-z_]+)").FindAllStringSubmatch(string(doc), -1) {
		named[row[1]] = true
	}
	counted := map[string]bool{}
	for _, row := range regexp.MustCompile(`(?m)^# TYPE (mentionary_[a-z_]+) `).FindAllStringSubmatch(text, -1) {
		counted[row[1]] = true
	}
	require.Equal(t, named, counted)
}

func TestCostsFollowThePrices(t *testing.T) {
	t.Parallel()
	m := telemetry.NewMetrics("1", "slim", budget.Prices{
		"a-model": {Prompt: 2, Cached: 0.5, Completion: 10}, "an-ear": {Minute: 0.006},
	})
	everything(m)
	// 600,000 fresh at 2, 400,000 cached at 0.5, 100,000 written at 10 dollars a million.
	require.Contains(t, scrape(t, m), `mentionary_model_cost_usd_total{model="a-model"} 2.4`)
	require.Contains(t, scrape(t, m), `mentionary_model_cost_usd_total{model="an-ear"} 0.009`, "a minute and a half")
	require.Contains(t, scrape(t, m), `mentionary_speech_heard_seconds_total{model="an-ear"} 90`)
	require.Contains(t, scrape(t, m), `mentionary_speech_wait_seconds_total{model="an-ear",outcome="heard"} 30`)
	m.Heard("an-ear", 0, 7*time.Second)
	require.Contains(t, scrape(t, m), `mentionary_speech_wait_seconds_total{model="an-ear",outcome="failed"} 7`)
	free := telemetry.NewMetrics("1", "slim", nil)
	everything(free)
	require.NotContains(t, scrape(t, free), "mentionary_model_cost_usd_total{", "without prices nothing is said about costs")
}

func TestAQuestionThatFailsLeavesTheOthers(t *testing.T) {
	t.Parallel()
	m := telemetry.NewMetrics("1", "slim", nil)
	m.Watch(telemetry.State{
		QueueBacklog: func(context.Context) (map[string]int, error) { return nil, errors.New("away") },
		PoolInUse:    func() int { return 3 },
	}, slog.New(slog.DiscardHandler))
	text := scrape(t, m)
	require.Contains(t, text, "mentionary_db_pool_in_use 3")
	require.NotContains(t, text, "mentionary_queue_backlog{")
}

func TestNobodyNeedsMetrics(t *testing.T) {
	t.Parallel()
	require.NotPanics(t, func() { everything(nil) })
}

// Not parallel: the tracer provider is the process's.
func TestTracesReachTheCollectorAndTheLog(t *testing.T) {
	got := make(chan string, 1)
	collector := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		b, _ := io.ReadAll(r.Body)
		got <- r.URL.Path + string(b)
	}))
	t.Cleanup(collector.Close)
	before := otel.GetTracerProvider()
	t.Cleanup(func() { otel.SetTracerProvider(before) })
	stop, err := telemetry.StartTraces(t.Context(), collector.URL, "1.2.3", collector.Client())
	require.NoError(t, err)

	var log bytes.Buffer
	ctx, span := otel.Tracer("test").Start(t.Context(), "a call that can be found")
	slog.New(telemetry.LogHandler(slog.NewTextHandler(&log, nil))).InfoContext(ctx, "inside")
	span.End()
	require.NoError(t, stop(t.Context()))
	sent := <-got
	require.True(t, strings.HasPrefix(sent, "/v1/traces"))
	require.Contains(t, sent, "a call that can be found")
	require.Contains(t, log.String(), "trace_id="+span.SpanContext().TraceID().String())
}

// A server may report any number: a counter never falls, which would panic.
func TestTokensThatCannotBeCountAsNone(t *testing.T) {
	t.Parallel()
	m := telemetry.NewMetrics("v", "full", budget.Prices{"a-model": {Prompt: 1, Cached: 1, Completion: 1}})
	require.NotPanics(t, func() { m.Tokens("a-model", -5, -1_000_000, -7, -1) })
	require.Contains(t, scrape(t, m), `mentionary_model_cost_usd_total{model="a-model"} 0`)
}

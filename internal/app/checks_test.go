package app

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/config"
	"mentionary/internal/store/storetest"
	"mentionary/internal/telemetry"
)

// Whoever asks whether this process can work is told that its disk is full, until it is not.
func TestReadinessKnowsAFullDisk(t *testing.T) {
	t.Parallel()
	s := storetest.SQLite(t)
	elsewhere, err := config.ParseDatabase("postgres://elsewhere/m")
	require.NoError(t, err)
	free, fail := uint64(1<<30), error(nil)
	p := &parts{cfg: &config.Config{}, store: s, free: func(string) (uint64, error) { return free, fail }}
	ask := func() *httptest.ResponseRecorder {
		rec := httptest.NewRecorder()
		p.ready(rec, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/readyz", nil))
		return rec
	}
	require.Equal(t, http.StatusOK, ask().Code)
	free = 1 << 20
	full := ask()
	require.Equal(t, http.StatusServiceUnavailable, full.Code)
	require.Contains(t, full.Body.String(), "The disk of the data folder is full")
	require.Error(t, p.diskFull())
	p.cfg.Database = elsewhere
	require.NoError(t, p.diskFull(), "PostgreSQL looks after its own disk")
	p.cfg.Database, fail = config.Database{}, errors.New("odd")
	require.Equal(t, http.StatusOK, ask().Code, "what cannot be asked is no full disk")
}

// Other sites can point their names at this computer: an ops port on it answers only to its own.
func TestTheOpsPortOfThisComputerChecksTheHost(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		listen, host string
		status       int
	}{
		{"127.0.0.1:9464", "127.0.0.1:9464", http.StatusOK},
		{"127.0.0.1:9464", "localhost:9464", http.StatusOK},
		{"127.0.0.1:9464", "evil.example:9464", http.StatusMisdirectedRequest},
		{"localhost:9464", "evil.example", http.StatusMisdirectedRequest},
		{"[::1]:9464", "evil.example", http.StatusMisdirectedRequest},
		{"[::1]:9464", "[::1]:9464", http.StatusOK},
		{"0.0.0.0:9464", "worker:9464", http.StatusOK}, // for other machines, by whatever name they know this one
		{":9464", "10.0.0.7:9464", http.StatusOK},
	} {
		at, err := config.ParseAddress(c.listen)
		require.NoError(t, err)
		metrics := telemetry.NewMetrics("test", "slim", nil)
		h := (&parts{cfg: &config.Config{Ops: at}, store: storetest.SQLite(t), metrics: metrics, free: freeSpace}).opsRoutes()
		for _, path := range []string{"/healthz", "/metrics"} {
			r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil)
			r.Host = c.host
			rec := httptest.NewRecorder()
			h.ServeHTTP(rec, r)
			require.Equal(t, c.status, rec.Code, "%s on %s as %s", path, c.listen, c.host)
		}
	}
}

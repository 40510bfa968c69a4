package app_test

import (
	"net"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/app"
	"mentionary/internal/config"
)

func TestHealthyBelievesWhoAnswers(t *testing.T) {
	t.Parallel()
	status := http.StatusOK
	asked := ""
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = r.URL.Path
		w.WriteHeader(status)
	}))
	defer s.Close()
	_, port, err := net.SplitHostPort(s.Listener.Addr().String())
	require.NoError(t, err)

	for _, host := range []string{"127.0.0.1", "0.0.0.0", "", "localhost"} {
		require.NoError(t, app.Healthy(t.Context(), config.Address{Host: host, Port: port}), host)
	}
	require.Equal(t, "/readyz", asked)

	status = http.StatusServiceUnavailable
	require.ErrorContains(t, app.Healthy(t.Context(), config.Address{Host: "0.0.0.0", Port: port}), "503")
}

func TestHealthySaysWhyNot(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	closed, err := config.ParseAddress(l.Addr().String())
	require.NoError(t, err)
	require.NoError(t, l.Close())
	require.ErrorContains(t, app.Healthy(t.Context(), closed), "nothing answers")
}

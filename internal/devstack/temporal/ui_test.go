//go:build !slim

package temporal

import (
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func ask(t *testing.T, method, url string, change func(*http.Request)) (int, string, http.Header) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, url, nil)
	require.NoError(t, err)
	if change != nil {
		change(request)
	}
	var answer *http.Response
	require.Eventually(t, func() bool { // the interface binds its port beside the server's start
		answer, err = http.DefaultClient.Do(request)
		return err == nil
	}, patience, 10*time.Millisecond)
	defer func() { require.NoError(t, answer.Body.Close()) }()
	body, err := io.ReadAll(answer.Body)
	require.NoError(t, err)
	return answer.StatusCode, string(body), answer.Header
}

func TestWebInterfaceShowsOnLoopbackAndDoesNotAct(t *testing.T) {
	s := startServer(t, Options{File: filepath.Join(t.TempDir(), "temporal.db"), UIAddress: "127.0.0.1:0", UIPublicPath: "/admin/temporal"})
	base := "http://" + s.UIAddress() + "/admin/temporal"

	code, page, _ := ask(t, http.MethodGet, base+"/", nil)
	require.Equal(t, http.StatusOK, code)
	require.Contains(t, page, `"/admin/temporal/_app/`)

	code, settings, _ := ask(t, http.MethodGet, base+"/api/v1/settings", nil)
	require.Equal(t, http.StatusOK, code)
	require.Contains(t, settings, `"DisableWriteActions":true`)
	require.Contains(t, settings, `"DefaultNamespace":"mentionary"`)

	workflows := base + "/api/v1/namespaces/mentionary/workflows"
	code, list, header := ask(t, http.MethodGet, workflows, func(r *http.Request) { r.Header.Set("Origin", "http://evil.example") })
	require.Equal(t, http.StatusOK, code, list)
	require.Empty(t, header.Get("Access-Control-Allow-Origin"))

	code, _, _ = ask(t, http.MethodPost, workflows+"/some-id/terminate", func(r *http.Request) {
		r.Header.Set("Authorization", "Bearer x") // skips the UI's own forgery check
	})
	require.Equal(t, http.StatusMethodNotAllowed, code)

	code, _, _ = ask(t, http.MethodGet, workflows, func(r *http.Request) { r.Host = "rebound.example" })
	require.Equal(t, http.StatusForbidden, code)

	addresses := listening(t)
	// frontend, history, matching, web interface; the worker service may or may not listen.
	require.GreaterOrEqual(t, len(addresses), 4)
	for _, a := range addresses {
		require.True(t, strings.HasPrefix(a, "0100007F:"), a) // 127.0.0.1, least significant byte first
	}
}

// listening returns the addresses this process listens on, from the kernel's tables.
func listening(t *testing.T) []string {
	t.Helper()
	mine := map[string]bool{}
	entries, err := os.ReadDir("/proc/self/fd")
	require.NoError(t, err)
	for _, e := range entries {
		if target, err := os.Readlink("/proc/self/fd/" + e.Name()); err == nil {
			if inode, ok := strings.CutPrefix(target, "socket:["); ok {
				mine[strings.TrimSuffix(inode, "]")] = true
			}
		}
	}
	var addresses []string
	for _, table := range []string{"tcp", "tcp6"} {
		b, err := os.ReadFile("/proc/self/net/" + table)
		require.NoError(t, err)
		for _, line := range strings.Split(string(b), "\n") {
			if f := strings.Fields(line); len(f) > 9 && f[3] == "0A" && mine[f[9]] { // 0A is LISTEN
				addresses = append(addresses, f[1])
			}
		}
	}
	return addresses
}

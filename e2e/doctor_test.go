//go:build e2e

package e2e_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// examined is what mentionary doctor --json says.
type examined struct {
	Healthy bool
	Checks  []struct{ Name, Status, Text string }
}

func examine(t *testing.T, out string) (healthy bool, status, text map[string]string) {
	t.Helper()
	var e examined
	require.NoError(t, json.NewDecoder(strings.NewReader(out)).Decode(&e), out)
	status, text = map[string]string{}, map[string]string{}
	for _, c := range e.Checks {
		status[c.Name], text[c.Name] = c.Status, c.Text
	}
	return e.Healthy, status, text
}

func TestTheDoctorLooksAndChangesNothing(t *testing.T) {
	t.Parallel()
	m := newMachine(t)
	healthy, status, text := examine(t, m.command("doctor", "--json"))
	require.True(t, healthy, "%v", text)
	require.Equal(t, "ok", status["ports"], text["ports"])
	require.Contains(t, text["data folder"], "not there yet")
	require.NoDirExists(t, m.dir)

	m.start()
	healthy, status, text = examine(t, m.command("doctor", "--json"))
	require.True(t, healthy, "%v", text)
	require.Contains(t, text["data folder"], "runs on it")
	require.Contains(t, text["database"], "schema")
	require.Contains(t, text["Temporal"], "answers at")
	require.Equal(t, "warning", status["yt-dlp"], "the tests' programs have no PATH")
	m.stop()
	before := files(t, m.dir)
	require.Contains(t, m.command("doctor"), "nothing runs on it")
	require.Equal(t, before, files(t, m.dir))
}

func TestTheDoctorNamesEveryProblemAndNoSecret(t *testing.T) {
	t.Parallel()
	const secret = "canary-canary-canary-canary-canary"
	m := newMachine(t, "MENTIONARY_SESSION_KEY="+secret, "MENTIONARY_LOG_LEVEL=loud", "MENTIONARY_TEMPORAL_API_KEY="+secret,
		"MENTIONARY_DATABASE=postgres://mentionary:"+secret+"@127.0.0.1:1/m?sslmode=disable",
		"MENTIONARY_OIDC_ISSUER=http://127.0.0.1:1", "MENTIONARY_OIDC_CLIENT_SECRET="+secret,
		"MENTIONARY_MODEL_URL=http://127.0.0.1:1/v1", "MENTIONARY_MODEL_KEY="+secret, "MENTIONARY_MODEL_NAME=m")
	for _, as := range []string{"run", "serve", "worker"} {
		said := failing(t, m.env, "doctor", "--json", "--as="+as)
		require.NotContains(t, said, secret)
		healthy, status, text := examine(t, said)
		require.False(t, healthy)
		require.Equal(t, "problem", status["configuration"])
		require.Contains(t, text["configuration"], "MENTIONARY_LOG_LEVEL")
		require.Equal(t, "problem", status["database"], text["database"])
		if as != "worker" {
			require.Equal(t, "problem", status["sign-in"], text["sign-in"])
		}
		if as != "serve" {
			require.Equal(t, "problem", status["language model"], text["language model"])
		}
		if as != "run" {
			require.Equal(t, "problem", status["Temporal"], text["Temporal"])
		}
	}
}

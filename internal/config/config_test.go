package config_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/stretchr/testify/require"

	"mentionary/internal/config"
)

func parse(t *testing.T, args ...string) *config.Config {
	t.Helper()
	var c config.Config
	k, err := kong.New(&c)
	require.NoError(t, err)
	_, err = k.Parse(args)
	require.NoError(t, err)
	return &c
}

func TestDefaultsRunOnOneMachine(t *testing.T) {
	t.Parallel()
	c := parse(t)
	require.NoError(t, c.Validate(config.Run))
	require.Equal(t, "http://localhost:8080", c.Base())
	require.False(t, c.Secure())
}

func TestEveryProblemIsReportedAtOnce(t *testing.T) {
	t.Parallel()
	err := parse(t, "--listen=nonsense", "--log-level=loud", "--work-main=0", "--database=mysql://x", "--allow-network=10/8",
		"--drain=soon", "--trusted-proxies=proxy", "--temporal-api-key=x", "--temporal-key-file=k.pem",
		"--model-url=https://m.example/v1", "--session-key=short", "--model-daily-tokens=lots", "--model-timeout=1h",
		"--submissions-per-hour=0", "--upload-mib-per-day=0", "--model-user-daily-tokens=-1").Validate(config.Serve)
	require.Error(t, err)
	for _, name := range []string{
		"MENTIONARY_LISTEN", "MENTIONARY_LOG_LEVEL", "MENTIONARY_WORK_MAIN", "MENTIONARY_DATABASE", "MENTIONARY_ALLOW_NETWORKS",
		"MENTIONARY_SUBMISSIONS_PER_HOUR", "MENTIONARY_UPLOAD_MIB_PER_DAY", "MENTIONARY_DRAIN", "MENTIONARY_TRUSTED_PROXIES",
		"MENTIONARY_TEMPORAL_TLS", "MENTIONARY_TEMPORAL_CERT_FILE", "MENTIONARY_MODEL_NAME", "MENTIONARY_MODEL_TIMEOUT",
		"MENTIONARY_MODEL_DAILY_TOKENS", "MENTIONARY_MODEL_USER_DAILY_TOKENS", "MENTIONARY_SESSION_KEY", "MENTIONARY_OIDC_ISSUER",
	} {
		require.ErrorContains(t, err, name)
	}
}

func TestDevelopmentSignInStaysOnLoopback(t *testing.T) {
	t.Parallel()
	require.ErrorContains(t, parse(t, "--listen=0.0.0.0:8080").Validate(config.Run), "loopback")
	require.NoError(t, parse(t, "--listen=0.0.0.0:8080", "--oidc-issuer=https://id.example").Validate(config.Run))
}

func TestDatabasesElsewhereNeedEncryption(t *testing.T) {
	t.Parallel()
	require.ErrorContains(t, parse(t, "--database=postgres://db.example/m?sslmode=disable").Validate(config.Worker), "verify-full")
	require.NoError(t, parse(t, "--database=postgres://127.0.0.1/m?sslmode=disable").Validate(config.Worker))
}

func TestSecretsNeverPrint(t *testing.T) {
	t.Parallel()
	const canary = "canary-0123456789-0123456789-0123456789"
	c := parse(t, "--session-key="+canary, "--model-key="+canary, "--oidc-client-secret="+canary, "--youtube-key="+canary, "--temporal-api-key="+canary)
	var log bytes.Buffer
	slog.New(slog.NewJSONHandler(&log, nil)).Info("configuration", "config", c)
	b, err := json.Marshal(c)
	require.NoError(t, err)
	for _, out := range []string{log.String(), string(b), fmt.Sprintf("%v %+v %#v", *c, *c, *c)} {
		require.NotContains(t, out, canary)
	}
	require.Equal(t, canary, c.SessionKey.Reveal())
}

package config_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/alecthomas/kong"
	"github.com/stretchr/testify/require"

	"mentionary/internal/config"
)

// program is a command line with the settings.
type program struct {
	config.Config `embed:""`

	Worker struct{} `cmd:"" settings:"general work"`
	Idle   struct{} `cmd:""`
}

func read(t *testing.T, args ...string) (*config.Config, *kong.Context) {
	t.Helper()
	var p program
	k, err := kong.New(&p, append(p.Options(), kong.Exit(func(int) { t.Fatal("it ended") }))...)
	require.NoError(t, err)
	line, err := k.Parse(append([]string{"worker"}, args...))
	require.NoError(t, err)
	return &p.Config, line
}

func parse(t *testing.T, args ...string) *config.Config {
	t.Helper()
	c, _ := read(t, args...)
	return c
}

func TestDefaultsRunOnOneMachine(t *testing.T) {
	t.Parallel()
	c := parse(t)
	require.NoError(t, c.Validate(config.Run))
	require.Equal(t, "http://localhost:8080", c.Base().String())
	require.False(t, c.Secure())
	require.Nil(t, c.Model.DailyTokens, "what is not set stays as it was")
	require.Equal(t, config.Words{"en", "de"}, c.Captions)
	require.Equal(t, slog.LevelInfo, c.LogLevel)
}

func TestValuesAreReadIntoTheirTypes(t *testing.T) {
	t.Parallel()
	c := parse(t, "--drain=5s", "--trusted-proxies=10.0.0.0/8, fd00::/8", "--model-daily-tokens=0", "--demo", "false", "--temporal-ui=",
		"--feeds=http://10.0.0.1:8000,https://feeds.example", "--model-prompt-price=0.15", "--log-level=WARN", "--captions=",
		"--base-url=https://mentions.example/", "--model-timeout=", "--work-main=3")
	require.NoError(t, c.Validate(config.Run))
	require.Equal(t, 5*time.Second, c.Drain)
	require.Equal(t, []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("fd00::/8")}, c.Proxies)
	require.Zero(t, *c.Model.DailyTokens)
	require.False(t, c.Demo.On)
	require.Empty(t, c.Temporal.UI)
	require.Equal(t, []string{"http://10.0.0.1:8000", "https://feeds.example"}, config.Texts(c.Feeds))
	require.InDelta(t, 0.15, c.Model.PromptPrice, 1e-9)
	require.Equal(t, slog.LevelWarn, c.LogLevel)
	require.Empty(t, c.Captions)
	require.Equal(t, "https://mentions.example", c.Base().String())
	require.True(t, c.Secure())
	require.Zero(t, c.Model.Timeout)
	require.Equal(t, 3, c.Work.Main)
}

func TestEveryProblemIsReportedAtOnce(t *testing.T) {
	t.Parallel()
	err := parse(t, "--listen=nonsense", "--log-level=loud", "--log-format=xml", "--work-main=0", "--database=mysql://u:hunter22@x",
		"--allow-network=10/8",
		"--drain=soon", "--trusted-proxies=proxy", "--temporal-api-key=x", "--temporal-key-file=k.pem", "--demo=perhaps",
		"--model-url=https://m.example/v1", "--session-key=short", "--model-daily-tokens=lots", "--model-timeout=1h",
		"--submissions-per-hour=0", "--upload-mib-per-day=", "--model-user-daily-tokens=-1", "--model-prompt-price=NaN",
		"--traces=http://u:hunter22@127.0.0.1:4318").Validate(config.Serve)
	require.Error(t, err)
	names := []string{
		"MENTIONARY_ALLOW_NETWORKS", "MENTIONARY_DATABASE", "MENTIONARY_DEMO", "MENTIONARY_DRAIN", "MENTIONARY_LISTEN", "MENTIONARY_LOG_FORMAT",
		"MENTIONARY_LOG_LEVEL", "MENTIONARY_MODEL_DAILY_TOKENS", "MENTIONARY_MODEL_NAME", "MENTIONARY_MODEL_PROMPT_PRICE",
		"MENTIONARY_MODEL_TIMEOUT", "MENTIONARY_MODEL_USER_DAILY_TOKENS", "MENTIONARY_OIDC_ISSUER", "MENTIONARY_SESSION_KEY",
		"MENTIONARY_SUBMISSIONS_PER_HOUR", "MENTIONARY_TEMPORAL_CERT_FILE", "MENTIONARY_TEMPORAL_TLS", "MENTIONARY_TRACES",
		"MENTIONARY_TRUSTED_PROXIES", "MENTIONARY_UPLOAD_MIB_PER_DAY", "MENTIONARY_WORK_MAIN",
	}
	lines := strings.Split(err.Error(), "\n")
	require.Len(t, lines, len(names), "each once: %s", err)
	for i, name := range names {
		require.True(t, strings.HasPrefix(lines[i], name+": "), "%s, not %s", lines[i], name)
	}
	require.NotContains(t, err.Error(), "hunter22")
	require.ErrorContains(t, err, `"soon" is not a time from 0s to 1m`)
	require.ErrorContains(t, err, `"0" is not a number from 1 to 1000`)
}

func TestDevelopmentSignInStaysOnLoopback(t *testing.T) {
	t.Parallel()
	require.ErrorContains(t, parse(t, "--listen=0.0.0.0:8080").Validate(config.Run), "loopback")
	require.ErrorContains(t, parse(t, "--listen=:8080").Validate(config.Run), "loopback")
	require.NoError(t, parse(t, "--listen=localhost:8080").Validate(config.Run))
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
	c, line := read(t, "--session-key="+canary, "--model-key="+canary, "--oidc-client-secret="+canary, "--youtube-key="+canary,
		"--temporal-api-key="+canary, "--database=postgres://m:"+canary+"@db.example/m?password="+canary)
	var log, shown bytes.Buffer
	slog.New(slog.NewJSONHandler(&log, nil)).Info("configuration", "config", c)
	b, err := json.Marshal(c)
	require.NoError(t, err)
	require.NoError(t, c.Show(&shown, line))
	for _, out := range []string{log.String(), string(b), shown.String(), fmt.Sprintf("%v %+v %#v", c.Model, c.Database, c.OIDC)} {
		require.NotContains(t, out, canary)
	}
	require.Equal(t, canary, c.SessionKey.Reveal())
	require.Contains(t, c.Database.Reveal(), canary)
	require.Contains(t, c.Secrets(), canary)
}

// write makes a file of settings.
func write(t *testing.T, text string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "mentionary.yaml")
	require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
	return name
}

func TestAFlagWinsOverTheEnvironmentTheFileAndTheDefault(t *testing.T) {
	file := write(t, "listen: 127.0.0.1:1\nwork-main: 2\nwork-fetch: 2\nwork-model: 2\n"+
		"demo: false\ncaptions: [no, fr]\nmodel-key: from the file\ntraces:\n")
	t.Setenv("MENTIONARY_CONFIG", file)
	t.Setenv("MENTIONARY_WORK_FETCH", "3")
	t.Setenv("MENTIONARY_WORK_MODEL", "nonsense")
	c, line := read(t, "--work-model=4")
	require.NoError(t, c.Validate(config.Run), "what the flag wins over is not looked at")
	require.Equal(t, config.Work{Main: 2, Fetch: 3, Model: 4, Speech: 2}, c.Work)
	require.Equal(t, "127.0.0.1:1", c.Listen.String())
	require.Equal(t, "127.0.0.1:7233", c.Temporal.Address.String())
	require.False(t, c.Demo.On)
	require.Equal(t, config.Words{"no", "fr"}, c.Captions)
	require.Equal(t, "from the file", c.Model.Key.Reveal())

	var out bytes.Buffer
	require.NoError(t, c.Show(&out, line))
	for setting, origin := range map[string]string{
		"work-main: 2": file, "work-fetch: 3": "MENTIONARY_WORK_FETCH", "work-model: 4": "--work-model",
		"temporal-address: 127.0.0.1:7233": "default", "# model-key: (secret)": file, "captions: no,fr": file,
	} {
		require.Regexp(t, `(?m)^`+strings.NewReplacer("(", `\(`, ")", `\)`).Replace(setting)+` +# `+origin+`$`, out.String())
	}

	t.Setenv("MENTIONARY_CONFIG", "")
	t.Setenv("MENTIONARY_WORK_FETCH", "")
	t.Setenv("MENTIONARY_WORK_MODEL", "7")
	require.ErrorContains(t, parse(t).Validate(config.Run), "MENTIONARY_WORK_FETCH", "empty is no number")
	require.NoError(t, os.Unsetenv("MENTIONARY_WORK_FETCH"))
	require.NoError(t, os.Unsetenv("MENTIONARY_WORK_MODEL"))
	again, _ := read(t, "--config="+write(t, out.String()))
	require.NoError(t, again.Validate(config.Run), "what is shown is a file of settings")
	require.Equal(t, c.Work, again.Work)
	require.Equal(t, c.Captions, again.Captions)
	require.Empty(t, again.Model.Key.Reveal())
}

func TestWhatIsWrongWithTheFileIsSaidByName(t *testing.T) {
	t.Parallel()
	file := write(t, "lisen: 127.0.0.1:1\nwork-main: 0\nforce: true\nconfig: other.yaml\ndemo: {on: true}\ndrain: 1s\ndrain: 2s\n")
	err := parse(t, "--config="+file).Validate(config.Run)
	for _, want := range []string{
		file + `, line 1: there is no setting "lisen"; did you mean listen?`,
		file + `, line 3: there is no setting "force"`,
		file + `, line 4: there is no setting "config"`,
		file + `, line 5: demo: write a value or a list of values`,
		file + `, line 7: drain is set twice`,
		`MENTIONARY_WORK_MAIN: "0" is not a number from 1 to 1000`,
	} {
		require.ErrorContains(t, err, want)
	}
	require.ErrorContains(t, parse(t, "--config="+file+".none").Validate(config.Run), "no such file")
	require.ErrorContains(t, parse(t, "--config="+write(t, "- a\n")).Validate(config.Run), "one setting a line")
	require.ErrorContains(t, parse(t, "--config="+write(t, "a: [\n")).Validate(config.Run), "yaml")
	require.NoError(t, parse(t, "--config="+write(t, "# nothing\n")).Validate(config.Run))
}

// Catalogs turn away who does not say whom to write to.
func TestCataloguesNeedAContact(t *testing.T) {
	t.Parallel()
	require.NoError(t, parse(t, "--catalogs=wikidata,openlibrary", "--contact=ops@example.org").Validate(config.Run))
	for _, c := range []struct{ names, contact, wrong string }{
		{"wikidata", "", "MENTIONARY_CONTACT"},
		{"wikidata", "ops@example.org (nights)", "MENTIONARY_CONTACT"},
		{"wikidata", "ops@example.org\r\nX-Evil: 1", "MENTIONARY_CONTACT"},
		{"britannica", "ops@example.org", "MENTIONARY_CATALOGS"},
		{"itunes,podcastindex", "ops@example.org", "MENTIONARY_PODCASTINDEX_KEY"},
	} {
		require.ErrorContains(t, parse(t, "--catalogs="+c.names, "--contact="+c.contact).Validate(config.Run), c.wrong)
	}
}

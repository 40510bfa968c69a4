package main

import (
	"bytes"
	"os/exec"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/stretchr/testify/require"
)

// ended is how a test sees the end that help asks for.
type ended int

func parser(t *testing.T, out *bytes.Buffer) *kong.Kong {
	t.Helper()
	k, err := newParser(&cli{}, out, func(code int) { panic(ended(code)) })
	require.NoError(t, err)
	return k
}

func help(t *testing.T, args ...string) string {
	t.Helper()
	var out bytes.Buffer
	require.PanicsWithValue(t, ended(0), func() { _, _ = parser(t, &out).Parse(append(args, "--help")) })
	return out.String()
}

func TestHelpShowsWhatACommandHeeds(t *testing.T) {
	t.Parallel()
	all := help(t)
	for _, command := range []string{
		"run", "serve", "worker", "import", "add", "backup", "restore", "doctor", "eval", "config", "completion",
	} {
		require.Regexp(t, `(?m)^  `+command+` `, all)
	}
	require.NotContains(t, all, "--listen")
	require.NotContains(t, all, "__complete")

	run := help(t, "run")
	for _, want := range []string{
		"Data:", "Web server:", "Sign-in:", "Temporal:", "Language model:", "--demo-listen", "$MENTIONARY_LISTEN",
		"mentionary run --listen",
	} {
		require.Contains(t, run, want)
	}
	backup := help(t, "backup")
	require.Contains(t, backup, "--data-dir")
	require.NotContains(t, backup, "--listen")
	require.NotContains(t, backup, "Language model:")
	require.NotContains(t, help(t, "version"), "MENTIONARY_")
	require.Contains(t, help(t, "restore"), "--after-postgres")
}

// A script that names a setting which a command does not heed goes on working.
func TestEveryCommandTakesEverySetting(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	for _, args := range [][]string{
		{"version", "--listen=127.0.0.1:1"},
		{"--demo", "false", "backup", "--oidc-issuer=https://id.example", "here"},
		{"migrate", "--database-only", "--model-key", "x"},
		{"import", "a,b.vtt", "c.vtt"},
		{"doctor", "--as=worker", "--json"},
		{"restore", "--after-postgres"},
		{"healthy", "127.0.0.1:9090"},
	} {
		_, err := parser(t, &out).Parse(args)
		require.NoError(t, err, "%v", args)
	}
	_, err := parser(t, &out).Parse([]string{"run", "--lisen=127.0.0.1:1"})
	require.ErrorContains(t, err, "--listen", "the nearest flag is named")
	var usage *kong.ParseError
	require.ErrorAs(t, err, &usage)
	require.Equal(t, 80, usage.ExitCode())
}

func TestFilesMayHaveCommasInTheirNames(t *testing.T) {
	t.Parallel()
	var c cli
	k, err := newParser(&c, &bytes.Buffer{}, func(int) {})
	require.NoError(t, err)
	_, err = k.Parse([]string{"import", "Lee, Ann.vtt", "b"})
	require.NoError(t, err)
	require.Equal(t, []string{"Lee, Ann.vtt", "b"}, c.Import.Paths)
}

func TestAddReadsItsNumbers(t *testing.T) {
	t.Parallel()
	for flags, problem := range map[string]string{
		"": "", "--latest 5 --pick 2 --yes": "", "--latest 101": "--latest: ", "--latest many": "--latest: ", "--pick 0": "--pick: ",
	} {
		var c cli
		k, err := newParser(&c, &bytes.Buffer{}, func(int) {})
		require.NoError(t, err)
		_, err = k.Parse(append([]string{"add", "night train"}, strings.Fields(flags)...))
		require.NoError(t, err, flags)
		err = c.Validate("add")
		if problem != "" {
			require.ErrorContains(t, err, problem, flags)
			continue
		}
		require.NoError(t, err, flags)
		if flags != "" {
			require.Equal(t, [3]any{5, 2, true}, [3]any{c.Add.Latest, c.Add.Pick, c.Add.Yes})
		}
	}
}

func TestCompletion(t *testing.T) {
	t.Parallel()
	app := parser(t, &bytes.Buffer{}).Model
	for line, want := range map[string]string{
		"re": "restore",
		"": "add backup completion config doctor eval healthy " +
			"import migrate restore run serve temporal version worker",
		"backup --d":                        "--data-dir --database",
		"run --demo-":                       "--demo-listen",
		"run --demo ":                       "false true",
		"run --log-level w":                 "warn",
		"run --log-level = w":               "warn",
		"run --log-format =":                "json text",
		"--log-level info wor":              "worker",
		"doctor --json --as w":              "worker",
		"completion ":                       "bash fish zsh",
		"restore --f":                       "--force",
		"import ":                           "",
		"import --data-dir ":                "",
		"version --l":                       "",
		"serve --listen 127.0.0.1:80 --bas": "--base-url",
	} {
		words := strings.Split(line, " ")
		got := candidates(app, words[:len(words)-1], words[len(words)-1])
		require.Equal(t, want, strings.Join(got, " "), "%q", line)
	}
}

// The script for bash is what bash can read; the others are only on machines that have the shells.
func TestTheScriptsAreReadable(t *testing.T) {
	t.Parallel()
	for shell, script := range scripts {
		if _, err := exec.LookPath(shell); err != nil && shell != "bash" {
			continue
		}
		c := exec.CommandContext(t.Context(), shell, "-n")
		c.Stdin = strings.NewReader(script)
		out, err := c.CombinedOutput()
		require.NoError(t, err, "%s: %s", shell, out)
	}
}

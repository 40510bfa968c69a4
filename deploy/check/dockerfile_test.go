package check_test

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/moby/buildkit/frontend/dockerfile/instructions"
	"github.com/moby/buildkit/frontend/dockerfile/linter"
	"github.com/moby/buildkit/frontend/dockerfile/parser"
	"github.com/moby/patternmatcher"
	"github.com/moby/patternmatcher/ignorefile"
	"github.com/stretchr/testify/require"
)

const dockerfile = "deploy/Dockerfile"

func stages(t *testing.T) []instructions.Stage {
	t.Helper()
	tree, err := parser.Parse(strings.NewReader(read(t, dockerfile)))
	require.NoError(t, err)
	require.Empty(t, tree.Warnings)
	list, args, err := instructions.Parse(tree.AST, nil)
	require.NoError(t, err)
	require.Empty(t, args, "arguments before the first stage would choose base images")
	return list
}

// The rules of BuildKit's linter that read the file itself; those that follow a whole build need modules that are not
// published.
func TestBuildKitLikesTheDockerfile(t *testing.T) {
	t.Parallel()
	require.Empty(t, complaints(t, read(t, dockerfile)))
	require.NotEmpty(t, complaints(t, "FROM alpine AS Upper\nENV a b\nmaintainer nobody\n"), "the linter must be able to find something")
}

func complaints(t *testing.T, text string) []string {
	t.Helper()
	var out []string
	l := linter.New(&linter.Config{Warn: func(rule, _, _, detail string, _ []parser.Range) { out = append(out, rule+": "+detail) }})
	tree, err := parser.Parse(strings.NewReader(text))
	require.NoError(t, err)
	_, _, err = instructions.Parse(tree.AST, l)
	require.NoError(t, err)
	return out
}

func TestBaseImagesArePinned(t *testing.T) {
	t.Parallel()
	names := map[string]bool{"scratch": true}
	pinned := regexp.MustCompile(`^[a-z0-9./-]+:\d+\.\d+\.\d+(-[a-z0-9.-]+)?$`)
	for _, s := range stages(t) {
		if !names[s.BaseName] {
			require.Regexp(t, pinned, s.BaseName)
		}
		names[s.Name] = true
	}
	require.Subset(t, keys(names), []string{"slim", "full", "base"})
	require.Contains(t, read(t, dockerfile), "golang:"+goVersion(t)+"-", "the image must be built with the Go version of go.mod")
}

func goVersion(t *testing.T) string {
	t.Helper()
	m := regexp.MustCompile(`(?m)^go (\S+)$`).FindStringSubmatch(read(t, "go.mod"))
	require.NotNil(t, m)
	return m[1]
}

// The last stage of a Dockerfile is what is built when nobody names a target.
func TestFinalImagesAreConfined(t *testing.T) {
	t.Parallel()
	list := stages(t)
	require.Equal(t, "slim", list[len(list)-1].Name)
	byName := map[string]instructions.Stage{}
	for _, s := range list {
		byName[s.Name] = s
	}
	for _, target := range []string{"slim", "full"} {
		var user, entry string
		var health, labels bool
		for name := target; name != "scratch"; name = byName[name].BaseName {
			require.Contains(t, byName, name, "a final image must begin from scratch")
			for _, c := range byName[name].Commands {
				switch c := c.(type) {
				case *instructions.UserCommand:
					user = c.User
				case *instructions.EntrypointCommand:
					entry = strings.Join(c.CmdLine, " ")
					require.False(t, c.PrependShell, "there is no shell")
				case *instructions.HealthCheckCommand:
					health = true
					require.Equal(t, []string{"CMD", "/usr/local/bin/mentionary", "healthy"}, c.Health.Test)
				case *instructions.LabelCommand:
					labels = true
				case *instructions.RunCommand:
					t.Errorf("%s runs something in an image without a shell", name)
				}
			}
		}
		require.Regexp(t, `^[1-9]\d*:[1-9]\d*$`, user, "a numeric user, so that Kubernetes can tell that it is not root")
		require.Equal(t, "/usr/local/bin/mentionary", entry)
		require.True(t, health, "%s has no health check", target)
		require.True(t, labels, "%s has no labels", target)
	}
}

func TestNothingSecretOrForeignEntersTheImage(t *testing.T) {
	t.Parallel()
	known := settings(t)
	secret := regexp.MustCompile(`(?i)passw|secret|token|_key\b|credential`)
	for _, s := range stages(t) {
		for _, c := range s.Commands {
			switch c := c.(type) {
			case *instructions.AddCommand:
				t.Errorf("%s: COPY says what it does, ADD fetches and unpacks", s.Name)
			case *instructions.EnvCommand:
				for _, kv := range c.Env {
					require.NotRegexp(t, secret, kv.Key)
					if strings.HasPrefix(kv.Key, "MENTIONARY_") {
						require.Contains(t, known, kv.Key)
						require.False(t, known[kv.Key].secret, kv.Key)
					}
				}
			case *instructions.ArgCommand:
				for _, a := range c.Args {
					require.NotRegexp(t, secret, a.Key)
				}
			case *instructions.CopyCommand:
				if c.From == "" {
					for _, src := range c.SourcePaths {
						_, err := os.Stat(filepath.Join(root, src))
						require.NoError(t, err, "%s copies what the repository does not have", s.Name)
					}
				}
			}
		}
	}
}

// The build sees a part of the repository only. It must be enough for both programs, and nothing that is private.
func TestTheBuildSeesWhatItNeeds(t *testing.T) {
	t.Parallel()
	patterns, err := ignorefile.ReadAll(strings.NewReader(read(t, ".dockerignore")))
	require.NoError(t, err)
	ignored, err := patternmatcher.New(patterns)
	require.NoError(t, err)
	seen := func(path string) bool {
		hidden, err := ignored.MatchesOrParentMatches(path)
		require.NoError(t, err)
		return !hidden
	}
	for _, private := range []string{
		".git/config", ".mentionary/mentionary.db", ".env", "deploy/compose/.env", "deploy/compose/secrets/api.env",
		"webapp/node_modules/react/index.js",
		"webapp/dist/index.html", "bin/mentionary", "internal/config/config_test.go",
	} {
		require.False(t, seen(private), "%s would be sent to the build", private)
	}
	for _, tags := range []string{"slim", ""} {
		for _, file := range sources(t, tags) {
			if strings.HasPrefix(file, "webapp/dist/") {
				continue // built in the image
			}
			require.True(t, seen(file), "%s is needed and not sent to the build", file)
		}
	}
	for _, file := range strings.Fields(git(t, "ls-files", "webapp/src", "webapp/build", "webapp/public", "webapp/index.html",
		"webapp/vite.config.ts", "webapp/package-lock.json", "webapp/.npmrc")) {
		if !strings.Contains(file, "/testdata/") {
			require.True(t, seen(file), "%s is needed and not sent to the build", file)
		}
	}
}

// sources are the files of the repository that the program is compiled from, embedded ones included.
func sources(t *testing.T, tags string) []string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", "list", "-deps", "-tags", tags, "-json=Dir,GoFiles,EmbedFiles,Module", "./cmd/mentionary")
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "GOWORK=off")
	b, err := cmd.Output()
	require.NoError(t, err)
	top, err := filepath.Abs(root)
	require.NoError(t, err)
	out := []string{"go.mod", "go.sum"}
	for dec := json.NewDecoder(bytes.NewReader(b)); dec.More(); {
		var p struct {
			Dir                 string
			GoFiles, EmbedFiles []string
			Module              *struct{ Main bool }
		}
		require.NoError(t, dec.Decode(&p))
		if p.Module == nil || !p.Module.Main {
			continue
		}
		for _, f := range append(p.GoFiles, p.EmbedFiles...) {
			rel, err := filepath.Rel(top, filepath.Join(p.Dir, f))
			require.NoError(t, err)
			out = append(out, filepath.ToSlash(rel))
		}
	}
	require.Greater(t, len(out), 200)
	return out
}

func git(t *testing.T, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "git", args...)
	cmd.Dir = root
	b, err := cmd.Output()
	require.NoError(t, err)
	return string(b)
}

func keys[V any](m map[string]V) []string {
	var out []string
	for k := range m {
		out = append(out, k)
	}
	return out
}

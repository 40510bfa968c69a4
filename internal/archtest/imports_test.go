package archtest_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const module = "mentionary/"

// imports reads what each package of the product imports, by folder; tests are left out.
func imports(t *testing.T, fsys fs.FS) map[string][]string {
	t.Helper()
	out := map[string][]string{}
	err := fs.WalkDir(fsys, ".", func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			switch {
			case p == "gen", p == "ent/db", p == "tools", p == "webapp/node_modules", p == "third_party",
				strings.HasPrefix(d.Name(), ".") && p != ".":
				return fs.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(p, ".go") || strings.HasSuffix(p, "_test.go") {
			return nil
		}
		src, err := fs.ReadFile(fsys, p)
		if err != nil {
			return err
		}
		f, err := parser.ParseFile(token.NewFileSet(), p, src, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, i := range f.Imports {
			name, err := strconv.Unquote(i.Path.Value)
			if err != nil {
				return err
			}
			out[path.Dir(p)] = append(out[path.Dir(p)], name)
		}
		return nil
	})
	require.NoError(t, err)
	return out
}

// under reports whether a folder is dir or lies below it.
func under(folder, dir string) bool { return folder == dir || strings.HasPrefix(folder, dir+"/") }

func anyUnder(folder string, dirs ...string) bool {
	for _, d := range dirs {
		if under(folder, d) {
			return true
		}
	}
	return false
}

var vocabulary = []string{
	"internal/fault", "internal/media", "internal/transcript", "internal/mention", "internal/work",
	"internal/wording", "internal/nameindex",
	"internal/budget", "internal/limit",
}

// ports are the packages in which text and other people's servers are read; they know no store.
var ports = []string{
	"internal/extract", "internal/match", "internal/link", "internal/lookup", "internal/source", "internal/audio", "internal/speech",
	"internal/showfinder", "internal/modelserver",
}

// broken returns what a rule says about a folder's import, "" when nothing.
func broken(folder, imported string) string {
	own, ours := strings.CutPrefix(imported, module)
	external := strings.Contains(strings.SplitN(imported, "/", 2)[0], ".") && !ours
	test := strings.HasSuffix(folder, "test")
	switch {
	case anyUnder(folder, vocabulary...) && external && !strings.HasPrefix(imported, "golang.org/x/text/"):
		return "vocabulary imports only the standard library"
	case anyUnder(folder, vocabulary...) && ours && !anyUnder(own, vocabulary...):
		return "vocabulary imports only vocabulary"
	case anyUnder(folder, ports...) && ours && !anyUnder(own, append(append(vocabulary, ports...), "internal/outbound")...):
		return "extract, match, link, lookup, source, audio, speech, modelserver and showfinder " +
			"import only vocabulary, their own port and outbound"
	case anyUnder(folder, "internal/backup", "internal/doctor") && ours &&
		!anyUnder(own, append(vocabulary, "internal/backup", "internal/doctor")...):
		return "backup and doctor import only vocabulary: what they work on is handed in"
	case strings.HasPrefix(imported, "mentionary/ent/db") && !anyUnder(folder, "internal/store", "ent"):
		return "only store imports ent"
	case imported == "go.temporal.io/sdk/client" &&
		!anyUnder(folder, "internal/engine", "internal/app", "internal/devstack/temporal", "workflows/record") && !test:
		return "only engine and app import the Temporal client"
	case under(own, "internal/devstack") && ours && !anyUnder(folder, "internal/app", "internal/devstack", "workflows/record") && !test:
		return "only app imports devstack"
	case under(own, "internal/engine") && ours && !anyUnder(folder, "internal/app", "internal/engine", "workflows/record"):
		return "only app imports engine"
	case under(folder, "workflows") && !under(folder, "workflows/record"):
		return brokenWorkflow(own, imported, ours)
	case under(folder, "apiserver") && (anyUnder(own, "workflows", "activities") && ours || strings.HasPrefix(imported, "go.temporal.io/")):
		return "apiserver never imports workflows, activities or Temporal"
	}
	return ""
}

func brokenWorkflow(own, imported string, ours bool) string {
	if ours && !anyUnder(own, append(vocabulary, "activities", "workflows")...) {
		return "workflows import only vocabulary and activities"
	}
	for _, p := range []string{"net/http", "os", "math/rand", "math/rand/v2"} {
		if imported == p {
			return "workflows never import " + p
		}
	}
	return ""
}

func TestImportRules(t *testing.T) {
	t.Parallel()
	root, err := filepath.Abs("../..")
	require.NoError(t, err)
	all := imports(t, os.DirFS(root))
	require.Contains(t, all, "internal/store", "the walk must see the product")
	for folder, list := range all {
		for _, i := range list {
			if why := broken(folder, i); why != "" {
				t.Errorf("%s imports %s: %s", folder, i, why)
			}
		}
	}
}

// The rules themselves must be able to fail.
func TestImportRulesCatchWhatTheyName(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ folder, imported string }{
		{"internal/work", "github.com/x/y"},
		{"internal/media", "mentionary/internal/store"},
		{"internal/match", "mentionary/internal/store"},
		{"internal/speech/openai", "mentionary/internal/store"},
		{"internal/doctor", "mentionary/internal/store"},
		{"apiserver", "mentionary/ent/db"},
		{"activities", "go.temporal.io/sdk/client"},
		{"apiserver", "mentionary/internal/devstack/demo"},
		{"apiserver", "mentionary/internal/engine"},
		{"workflows", "mentionary/internal/store"},
		{"workflows", "math/rand"},
		{"apiserver", "go.temporal.io/sdk/temporal"},
	} {
		require.NotEmpty(t, broken(c.folder, c.imported), "%s -> %s", c.folder, c.imported)
	}
	require.Empty(t, broken("internal/store", "mentionary/ent/db/job"))
	require.Empty(t, broken("workflows", "mentionary/activities"))
}

// Only outbound makes clients and dialers of its own; app wraps transports it was given. Benchmarks are no part of the product, and ask as
// strangers do.
func TestOnlyOutboundMakesClients(t *testing.T) {
	t.Parallel()
	root, err := filepath.Abs("../..")
	require.NoError(t, err)
	fsys := os.DirFS(root)
	allowed := []string{"internal/outbound", "internal/app", "internal/devstack", "internal/auth", "bench"}
	for folder := range imports(t, fsys) {
		if anyUnder(folder, allowed...) || strings.HasSuffix(folder, "test") {
			continue
		}
		files, err := fs.Glob(fsys, folder+"/*.go")
		require.NoError(t, err)
		for _, f := range files {
			if strings.HasSuffix(f, "_test.go") {
				continue
			}
			src, err := fs.ReadFile(fsys, f)
			require.NoError(t, err)
			for _, bad := range []string{"http.DefaultClient", "http.Get(", "http.Post(", "&http.Client{", "http.Transport{", "net.Dial"} {
				if strings.Contains(string(src), bad) {
					t.Errorf("%s uses %s: connections outward are opened by internal/outbound", f, bad)
				}
			}
		}
	}
}

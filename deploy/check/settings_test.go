package check_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// root is the repository, seen from this folder.
const root = "../.."

func read(t *testing.T, path ...string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(append([]string{root}, path...)...))
	require.NoError(t, err)
	return string(b)
}

// setting is an environment variable of the product.
type setting struct {
	name   string
	secret bool // its type hides the value, or the value holds a password
}

// settings reads the variables from the tags of internal/config: the structs are the one place that names them.
func settings(t *testing.T) map[string]setting {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root, "internal/config/config.go"), nil, parser.SkipObjectResolution)
	require.NoError(t, err)
	structs := map[string]*ast.StructType{}
	ast.Inspect(f, func(n ast.Node) bool {
		if spec, ok := n.(*ast.TypeSpec); ok {
			if s, ok := spec.Type.(*ast.StructType); ok {
				structs[spec.Name.Name] = s
			}
		}
		return true
	})
	out := map[string]setting{}
	collect(t, structs, "Config", "", out)
	require.Greater(t, len(out), 20, "the structs must have been read")
	db := out["MENTIONARY_DATABASE"]
	db.secret = true // its address holds the password
	out[db.name] = db
	return out
}

func collect(t *testing.T, structs map[string]*ast.StructType, name, prefix string, out map[string]setting) {
	t.Helper()
	require.Contains(t, structs, name)
	for _, field := range structs[name].Fields.List {
		if field.Tag == nil {
			continue
		}
		typ, named := field.Type.(*ast.Ident) // else a type of a library, a list or a pointer
		raw, err := strconv.Unquote(field.Tag.Value)
		require.NoError(t, err)
		tag := reflect.StructTag(raw)
		if _, embedded := tag.Lookup("embed"); embedded {
			require.True(t, named)
			collect(t, structs, typ.Name, prefix+tag.Get("envprefix"), out)
			continue
		}
		if env := tag.Get("env"); env != "" {
			out[prefix+env] = setting{name: prefix + env, secret: named && typ.Name == "Secret"}
		}
	}
}

// Files name variables in templates, scripts, examples and sentences; all of them have to exist.
func TestEverySettingThatIsNamedExists(t *testing.T) {
	t.Parallel()
	known := settings(t)
	name := regexp.MustCompile(`\bMENTIONARY_[A-Z0-9_]*[A-Z0-9]\b`)
	seen := map[string]bool{}
	err := filepath.WalkDir(filepath.Join(root, "deploy"), func(path string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if d.Name() == "check" || d.Name() == "secrets" {
				return filepath.SkipDir
			}
			return nil
		}
		b, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, n := range name.FindAllString(string(b), -1) {
			seen[n] = true
			if _, ok := known[n]; !ok && !strings.HasSuffix(path, ".env") {
				t.Errorf("%s names %s, which internal/config does not know", path, n)
			}
		}
		return nil
	})
	require.NoError(t, err)
	require.Contains(t, seen, "MENTIONARY_DATABASE", "the walk must see the files")
}

// What an organization may want to set can be set in the chart; what is for one machine only is listed here, and the file of
// settings, because the chart gives each by itself.
func TestTheChartOffersEverySetting(t *testing.T) {
	t.Parallel()
	oneMachine := []string{"MENTIONARY_CONFIG", "MENTIONARY_DATA_DIR", "MENTIONARY_DEMO", "MENTIONARY_DEMO_LISTEN", "MENTIONARY_TEMPORAL_UI"}
	helpers := read(t, "deploy/chart/mentionary/templates/_helpers.tpl")
	for name := range settings(t) {
		if contains(oneMachine, name) {
			require.NotRegexp(t, `\b`+name+`\b`, helpers)
			continue
		}
		require.Regexp(t, `\b`+name+`\b`, helpers, "a setting that the chart cannot set")
	}
}

func contains(list []string, s string) bool {
	for _, l := range list {
		if l == s {
			return true
		}
	}
	return false
}

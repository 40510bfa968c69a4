package offline

import (
	"crypto/sha256"
	"encoding/hex"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// versionOfRules is Version with a sum of the rules and lists that it names.
const versionOfRules = "18 bfa718163bec9307"

// What was found in an unchanged chunk is kept by Version: rules that change without it are not applied when an episode is analyzed again.
func TestTheVersionChangesWithRulesAndLists(t *testing.T) {
	t.Parallel()
	sum := sha256.New()
	files := token.NewFileSet()
	for _, pattern := range []string{"*.go", "data/*.tsv", "data/*.bin"} {
		paths, err := filepath.Glob(pattern)
		require.NoError(t, err)
		require.NotEmpty(t, paths)
		for _, path := range paths {
			switch {
			case strings.HasSuffix(path, "_test.go"):
			case strings.HasSuffix(path, ".go"):
				code, err := parser.ParseFile(files, path, nil, parser.SkipObjectResolution) // without comments
				require.NoError(t, err)
				require.NoError(t, format.Node(sum, files, code))
			default:
				list, err := os.ReadFile(path)
				require.NoError(t, err)
				sum.Write(list)
			}
		}
	}
	now := Version + " " + hex.EncodeToString(sum.Sum(nil))[:16]
	require.Equal(t, versionOfRules, now, "rules or lists have changed: raise Version, then keep the new sum here")
}

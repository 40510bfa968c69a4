package config_test

import (
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/config"
)

// defaults reads every variable and its default off the tags of the struct.
func defaults(typ reflect.Type, prefix string, into map[string]string) {
	for i := range typ.NumField() {
		f := typ.Field(i)
		if !f.IsExported() {
			continue
		}
		if _, embedded := f.Tag.Lookup("embed"); embedded {
			defaults(f.Type, prefix+f.Tag.Get("envprefix"), into)
			continue
		}
		into[prefix+f.Tag.Get("env")] = f.Tag.Get("default")
	}
}

// The table that operators read names every setting once, with its default, and no other.
func TestTheTableOfSettingsIsThatOfTheProgram(t *testing.T) {
	t.Parallel()
	known := map[string]string{}
	defaults(reflect.TypeFor[config.Config](), "", known)
	require.Contains(t, known, "MENTIONARY_TEMPORAL_API_KEY", "structs inside are read")
	b, err := os.ReadFile("../../docs/operations.md")
	require.NoError(t, err)
	_, section, _ := strings.Cut(string(b), "\n## Configuration\n")
	section, _, found := strings.Cut(section, "\n## ")
	require.True(t, found)
	rows := regexp.MustCompile("(?m)^\\| `(MENTIONARY_[A-Z0-9_]+)` \\| ([^|]+) \\|").FindAllStringSubmatch(section, -1)
	told := map[string]bool{}
	for _, r := range rows {
		name, says := r[1], r[2]
		require.Contains(t, known, name, "a setting that the program does not have")
		require.False(t, told[name], "%s has two rows", name)
		told[name] = true
		if want := known[name]; want != "" {
			require.Equal(t, "`"+want+"`", says, name)
		} else {
			require.NotContains(t, says, "`", "%s has no default", name)
		}
	}
	for name := range known {
		require.True(t, told[name], "%s is missing in docs/operations.md", name)
	}
	for _, name := range regexp.MustCompile(`MENTIONARY_[A-Z0-9_]*[A-Z0-9]\b`).FindAllString(string(b), -1) {
		require.Contains(t, known, name)
	}
}

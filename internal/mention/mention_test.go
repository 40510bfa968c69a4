package mention_test

import (
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/mention"
)

func TestParseTypeReadsAllTypesAndTheAlias(t *testing.T) {
	t.Parallel()
	for _, want := range mention.Types() {
		got, ok := mention.ParseType(" " + string(want) + " ")
		require.True(t, ok)
		require.Equal(t, want, got)
	}
	got, ok := mention.ParseType("Organization")
	require.True(t, ok)
	require.Equal(t, mention.Company, got)
	_, ok = mention.ParseType("animal")
	require.False(t, ok)
}

func TestTheTableKnowsEverythingOfEveryType(t *testing.T) {
	t.Parallel()
	for _, typ := range mention.Types() {
		require.NotEmpty(t, typ.Plural(), typ)
		require.NotEmpty(t, typ.CountedIn(), typ)
	}
	require.Equal(t, mention.Editorial, mention.Type("animal").CountedIn())
}

// The pages have a table of their own, for what is seen; both have the same types, in the same order and with the same plurals.
func TestThePagesHaveTheSameTypes(t *testing.T) {
	t.Parallel()
	pages, err := os.ReadFile("../../webapp/src/lib/types.ts")
	require.NoError(t, err)
	var here, there [][2]string
	for _, typ := range mention.Types() {
		here = append(here, [2]string{string(typ), typ.Plural()})
	}
	for _, m := range regexp.MustCompile(`(?m)^    type: '(\w+)',\n(?:.*\n){2} +plural: '(\w+)',`).FindAllStringSubmatch(string(pages), -1) {
		there = append(there, [2]string{m[1], m[2]})
	}
	require.Equal(t, here, there)
}

func TestEveryClaimIsFoundByItsWord(t *testing.T) {
	t.Parallel()
	var c mention.Claims
	fields := reflect.ValueOf(&c).Elem()
	for i := range fields.NumField() {
		word, _, _ := strings.Cut(fields.Type().Field(i).Tag.Get("json"), ",")
		require.Same(t, fields.Field(i).Addr().Interface(), c.Of(word), word)
	}
	require.Nil(t, c.Of("price"))
}

package eval

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/mention"
)

func nothing(string, ...any) {}

func TestConversationsAreJudgedByNameTypeAndConfidence(t *testing.T) {
	t.Parallel()
	a := annotated{Episode: "x", Entities: []annotation{
		{Name: "Jane Austen", Type: "person", Proper: true, Core: true},
		{Name: "the long walk", Core: true},
		{Name: "Bath", Type: "location", Proper: true},
	}}
	s := conversationScores{label: "as written", bands: bands{}}
	s.judge(a, []said{
		{typ: mention.Person, name: "Jane Austen", confidence: 0.9},
		{typ: mention.Company, name: "Bath", confidence: 0.7},
		{typ: mention.Concept, name: "long walk home", confidence: 0.3},
	}, nothing)
	require.Equal(t, score{found: 3, right: 3, wanted: 2, hit: 2}, *s.scores.of("as written, loose, all found"))
	require.Equal(t, score{found: 2, right: 2, wanted: 2, hit: 1}, *s.scores.of("as written, loose, published"))
	require.Equal(t, score{found: 2, right: 2, wanted: 2, hit: 1}, *s.scores.of("as written, exact, published"))
	require.Equal(t, score{found: 2, right: 1, wanted: 2, hit: 1}, *s.scores.of("as written, exact and typed, published"))
	require.Equal(t, 1, s.bands["type company"][7].n)
	require.Zero(t, s.bands["type company"][7].right)
}

func TestNotesAreJudgedByWhatIsPublished(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "gold"), 0o700))
	write := func(name, text string) {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	for _, show := range notedShows {
		write("gold/"+show+".jsonl", "")
	}
	write("one.vtt", "WEBVTT\n")
	write("one.md", "---\nx: y\n---\nWe read [Emma](https://books.example/emma) and\n  _Persuasion_.")
	write("gold/oxide.jsonl", `{"show":"oxide","episode":"1","title":"One","transcript":"one.vtt","notes":"one.md","lang":"en",`+
		`"sponsors_spoken":[{"name":"Tin"}],"mentioned":[{"name":"Emma: A Novel","kind":"book","eval":true},`+
		`{"name":"Persuasion","kind":"book","eval":true},{"name":"Nobody","kind":"book"}]}
{"show":"oxide","episode":"2","transcript":"gone.vtt"}`)
	all, err := notedEpisodes(dir)
	require.NoError(t, err)
	require.Len(t, all, 1, "without a transcript there is nothing to measure")
	require.Equal(t, "We read Emma: https://books.example/emma and Persuasion.", all[0].staged(true).Description)
	require.Empty(t, all[0].staged(false).Description, "recall of notes is measured without them")

	var s scores
	judgeNotes(all[0].noted, []said{
		{typ: mention.Book, name: "Emma", confidence: 0.7},
		{typ: mention.Book, name: "Persuasion", confidence: 0.5},
		{typ: mention.Company, name: "Tin", confidence: 0.9},
	}, &s, nothing)
	require.Equal(t, score{wanted: 2, hit: 1}, *s.of("book, published"))
	require.Equal(t, score{wanted: 2, hit: 2}, *s.of("book, all found"))
	require.Equal(t, score{wanted: 1}, *s.of("sponsor, published, oxide"), "a company is no sponsor")
}

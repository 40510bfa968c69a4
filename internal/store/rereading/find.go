package rereading

import (
	"context"
	"maps"
	"slices"
	"strings"
	"unicode"

	"mentionary/internal/extract"
	"mentionary/internal/store/database"
)

// find adds the processed episodes whose text holds one of the names.
func (t *touched) find(ctx context.Context) error {
	phrases := map[string]bool{}
	for name := range t.forms {
		for _, form := range extract.SpokenForms(name) {
			phrases[wordsOf(form)] = true
		}
	}
	delete(phrases, "")
	for _, phrase := range slices.Sorted(maps.Keys(phrases)) {
		question := `SELECT rowid FROM search_passages WHERE search_passages MATCH ?`
		if t.s.Postgres() {
			question = `SELECT id FROM passages WHERE (` + database.SearchTableOf("passages").Vector() + `) @@ phraseto_tsquery('simple', ?)`
		} else {
			phrase = `"` + phrase + `"`
		}
		found, err := database.Query[int](ctx, t.s.DB, t.tx, `SELECT e.id FROM episodes e WHERE e.is_processed AND e.transcript_id IN (
			SELECT p.transcript_id FROM passages p WHERE p.id IN (`+question+`)) ORDER BY e.id LIMIT ?`, phrase, maxEpisodes)
		if err != nil {
			return err
		}
		for _, id := range found {
			t.episodes[id] = true
		}
	}
	return nil
}

// wordsOf are the words of a name with single spaces, as the index of passages has them.
func wordsOf(name string) string {
	return strings.Join(strings.FieldsFunc(name, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsNumber(r) && !unicode.IsMark(r)
	}), " ")
}

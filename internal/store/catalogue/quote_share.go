package catalogue

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"mentionary/ent/db"
	"mentionary/internal/mention"
	"mentionary/internal/store/database"
	"mentionary/internal/wording"
)

// What strangers may read of a transcript (SECURITY.md, Privacy).
const (
	publicQuote = 240 // characters of one quote
	publicShare = 10  // one in so many words of a transcript at most, all quotes together
)

const ellipsis = "…"

// QuoteWords returns how many words strangers read of a quote, whose words stand one space apart.
func QuoteWords(quote string) int {
	return 1 + strings.Count(wording.FirstRunes(quote, publicQuote), " ")
}

// QuoteWordsIn is QuoteWords of a column.
func QuoteWordsIn(column string) string {
	first := `substr(` + column + `, 1, 240)`
	return `1 + length(` + first + `) - length(replace(` + first + `, ' ', ''))`
}

// Quoted is what of an occurrence list decides when its entity is quoted.
type Quoted struct {
	ID       int // of the list, or its place among those that are written at once
	Type     mention.Type
	Mentions int // that count
	FirstMS  int
	Words    int // of its quote
}

// quotedAtOnce is how many entities of a type a turn quotes: books and sponsors, of which an episode has few, are seldom said twice.
func quotedAtOnce(t mention.Type) int {
	if t == mention.Book || t == mention.Sponsor {
		return 4
	}
	return 1
}

// WordsAhead returns of each list of an episode, by ID, how many words of the episode strangers read about other entities before. All
// types take turns, so that none takes the whole share: each turn quotes the next most mentioned entities of each type. What is mentioned
// as often is quoted by time, then by the lists' ids, which stay when a merge gives a list to another entity.
func WordsAhead(episode []Quoted) map[int]int {
	order := func(a, b Quoted) int {
		return cmp.Or(cmp.Compare(b.Mentions, a.Mentions), cmp.Compare(a.FirstMS, b.FirstMS), cmp.Compare(a.ID, b.ID))
	}
	turn, of := map[int]int{}, map[mention.Type]int{}
	list := slices.SortedFunc(slices.Values(episode), order)
	for _, q := range list {
		turn[q.ID] = of[q.Type] / quotedAtOnce(q.Type)
		of[q.Type]++
	}
	slices.SortStableFunc(list, func(a, b Quoted) int { return cmp.Compare(turn[a.ID], turn[b.ID]) })
	ahead, words := make(map[int]int, len(list)), 0
	for _, q := range list {
		ahead[q.ID] = words
		words += q.Words
	}
	return ahead
}

// CountWordsAhead keeps WordsAhead of all lists of episodes in which some have changed.
func (s *Store) CountWordsAhead(ctx context.Context, tx *db.Tx, episodes []int) error {
	for part := range slices.Chunk(episodes, database.IDChunk) {
		err := s.Exec(ctx, tx, `UPDATE episode_entities SET words_ahead = places.ahead FROM (
		SELECT id, SUM(quote_words) OVER (PARTITION BY episode_id ORDER BY turn, mention_count DESC, first_ms, id) - quote_words AS ahead
		FROM (SELECT id, episode_id, mention_count, first_ms, quote_words,
			(ROW_NUMBER() OVER (PARTITION BY episode_id, type ORDER BY mention_count DESC, first_ms, id) - 1)
				/ CASE WHEN type IN ('book', 'sponsor') THEN 4 ELSE 1 END AS turn
			FROM episode_entities WHERE episode_id IN `+database.In(part)+`) turns) places
		WHERE places.id = episode_entities.id AND episode_entities.words_ahead <> places.ahead`)
		if err != nil {
			return err
		}
	}
	return nil
}

// shownQuote returns what strangers read of a quote that names surface, when so many words of the transcript are read before it: nothing
// where the share is used up. Of the shortest transcripts it is the beginning of one quote, where the name stands in it.
func shownQuote(quote, surface string, ahead, words int) string {
	share := words / publicShare
	if ahead+QuoteWords(quote) <= share {
		return wording.Shorten(quote, publicQuote)
	}
	if said := strings.Fields(quote); ahead == 0 && len(said) > share {
		if cut := strings.Join(said[:share], " "); strings.Contains(cut, surface) {
			return wording.Shorten(cut+ellipsis, publicQuote)
		}
	}
	return ""
}

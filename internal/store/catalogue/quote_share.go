package catalogue

import (
	"context"
	"strings"

	"mentionary/ent/db"
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

// listing is an entity in an episode.
type listing struct{ episode, entity int }

// wordsAhead returns of entities in episodes how many words of the episode strangers read about other entities before. All types take
// turns, so that none takes the whole share: each turn quotes the next most mentioned entity of each type, and four books and sponsors,
// of which an episode has few that are seldom said twice.
func (s *Store) wordsAhead(ctx context.Context, tx *db.Tx, episodes, entities []int) (map[listing]int, error) {
	rows, err := database.Query[struct {
		EpisodeID int `sql:"episode_id"`
		EntityID  int `sql:"entity_id"`
		Ahead     int `sql:"ahead"`
	}](ctx, s.DB, tx, `SELECT episode_id, entity_id, ahead FROM (
		SELECT episode_id, entity_id, SUM(quote_words) OVER
			(PARTITION BY episode_id ORDER BY turn, mention_count DESC, entity_id) - quote_words AS ahead FROM (
			SELECT ee.episode_id, ee.entity_id, ee.mention_count, ee.quote_words,
				(ROW_NUMBER() OVER (PARTITION BY ee.episode_id, ee.type ORDER BY ee.mention_count DESC, ee.entity_id) - 1)
					/ CASE WHEN ee.type IN ('book', 'sponsor') THEN 4 ELSE 1 END AS turn
			FROM episode_entities ee WHERE ee.mention_count > 0 AND ee.episode_id IN `+database.In(episodes)+`) turns) places
		WHERE entity_id IN `+database.In(entities))
	out := make(map[listing]int, len(rows))
	for _, r := range rows {
		out[listing{r.EpisodeID, r.EntityID}] = r.Ahead
	}
	return out, err
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

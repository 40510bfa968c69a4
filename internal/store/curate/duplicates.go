package curate

import (
	"cmp"
	"context"
	"slices"

	"entgo.io/ent/dialect/sql"

	"mentionary/ent/db"
	dbentity "mentionary/ent/db/entity"
	dbmention "mentionary/ent/db/mention"
	dbpass "mentionary/ent/db/pass"
	dbresult "mentionary/ent/db/passresult"
	"mentionary/internal/fault"
	"mentionary/internal/match"
	"mentionary/internal/mention"
	"mentionary/internal/store/catalogue"
	"mentionary/internal/store/database"
	"mentionary/internal/work"
)

// DuplicatePair is two entities that a pass left to a person.
type DuplicatePair struct {
	First, Second *db.Entity // with their links; the first has more mentions
	Score         float64    // 0 to 1
	Reasons       []string
}

// mostNoted bounds the notes of passes that are read, the newest first: one over a whole type may leave more pairs than anybody decides.
const mostNoted = 5000

// Duplicates lists pairs of a type for a person, the most alike first, and the number of all: those that the remembered passes
// noted, without what was merged, hidden or told apart since.
func (s *Store) Duplicates(ctx context.Context, typ mention.Type, limit, offset int) ([]DuplicatePair, int, error) {
	return database.ReadPage(ctx, s.DB, func(ctx context.Context, tx *db.Tx) ([]DuplicatePair, int, error) {
		rows, err := tx.PassResult.Query().
			Where(dbresult.Outcome(passReview), dbresult.HasPassWith(dbpass.KindEQ(work.PassDuplicates), dbpass.TypeEQ(typ))).
			Order(dbresult.ByID(sql.OrderDesc())).Limit(mostNoted).All(ctx)
		if err != nil {
			return nil, 0, err
		}
		noted, ids := pairsNoted(rows)
		told, err := toldApart(ctx, s, tx, ids)
		if err != nil {
			return nil, 0, err
		}
		entities, err := listedOfType(ctx, tx, typ, ids)
		if err != nil {
			return nil, 0, err
		}
		var out []DuplicatePair
		for ends, n := range noted {
			a, b := entities[ends[0]], entities[ends[1]]
			if a == nil || b == nil || told[ends] {
				continue
			}
			if b.MentionCount > a.MentionCount {
				a, b = b, a
			}
			out = append(out, DuplicatePair{First: a, Second: b, Score: n.score, Reasons: n.reasons})
		}
		slices.SortFunc(out, func(a, b DuplicatePair) int {
			return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(b.First.MentionCount, a.First.MentionCount),
				cmp.Compare(a.First.ID, b.First.ID), cmp.Compare(a.Second.ID, b.Second.ID))
		})
		total := len(out)
		from := min(offset, total)
		return out[from:min(total, from+database.PageSize(limit))], total, nil
	})
}

// notedPair is what a pass noted about a pair.
type notedPair struct {
	score   float64
	reasons []string
}

// pairsNoted reads pairs from the results of passes, the latest word on each, and the ids of all.
func pairsNoted(rows []*db.PassResult) (map[[2]int]notedPair, []int) {
	out := map[[2]int]notedPair{}
	var ids []int
	for _, r := range rows {
		with, ok := r.Detail["with"].(float64) // as JSON has it
		if !ok {
			continue
		}
		ends := [2]int{min(r.EntityID, int(with)), max(r.EntityID, int(with))}
		if _, known := out[ends]; known {
			continue
		}
		n := notedPair{}
		n.score, _ = r.Detail["score"].(float64)
		texts, _ := r.Detail["reasons"].([]any)
		for _, t := range texts {
			if text, ok := t.(string); ok {
				n.reasons = append(n.reasons, text)
			}
		}
		out[ends] = n
		ids = append(ids, ends[0], ends[1])
	}
	slices.Sort(ids)
	return out, slices.Compact(ids)
}

// toldApart returns which pairs of entities are marked as not the same.
func toldApart(ctx context.Context, s *Store, tx *db.Tx, ids []int) (map[[2]int]bool, error) {
	out := map[[2]int]bool{}
	err := chunked(ids, func(part []int) error {
		rows, err := database.Query[struct {
			Low  int `sql:"low_id"`
			High int `sql:"high_id"`
		}](ctx, s.DB, tx, `SELECT low_id, high_id FROM distinct_pairs WHERE low_id IN `+database.In(part))
		for _, r := range rows {
			out[[2]int{r.Low, r.High}] = true
		}
		return err
	})
	return out, err
}

func listedOfType(ctx context.Context, tx *db.Tx, typ mention.Type, ids []int) (map[int]*db.Entity, error) {
	out := map[int]*db.Entity{}
	err := chunked(ids, func(part []int) error {
		rows, err := tx.Entity.Query().Where(dbentity.IDIn(part...), dbentity.TypeEQ(typ), catalogue.Listed).WithLinks(catalogue.LiveLinks).
			All(ctx)
		for _, e := range rows {
			out[e.ID] = e
		}
		return err
	})
	return out, err
}

// Evidence is what is known about an entity, for comparing it with another one.
type Evidence struct {
	Entity   *db.Entity // with its links
	Names    []NameUse
	Quotes   []*db.Mention // the surest, one an episode, each with its episode and channel
	Links    []CheckedLink
	Channels []string // the names of those that mention it most
}

// Comparison is two entities side by side.
type Comparison struct {
	First, Second Evidence
	match.Similarity
	Neighbors []*db.Entity // that episodes of both mention, the most mentioned first
	Together  int          // episodes that mention both
	Distinct  bool         // marked as not the same
}

// Bounds of a comparison.
const (
	comparedQuotes   = 3
	comparedChannels = 5
	comparedEpisodes = 300 // the latest of each, looked at for what else they mention
	comparedOthers   = 8
)

// Compare puts two entities side by side. They may be of different types; then nothing is said about their likeness.
func (s *Store) Compare(ctx context.Context, id, otherID int) (Comparison, error) {
	return database.Read(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (Comparison, error) {
		var out Comparison
		for id, into := range map[int]*Evidence{id: &out.First, otherID: &out.Second} {
			if err := s.evidence(ctx, tx, id, into); err != nil {
				return Comparison{}, err
			}
		}
		a, b := out.First.Entity, out.Second.Entity
		if a == nil || b == nil || a.ID == b.ID {
			return Comparison{}, fault.New(fault.BadInput, "These are one and the same entity. Choose another one.").WithField("otherId")
		}
		if a.Type == b.Type {
			out.Similarity = pair{a, b}.similarity()
		}
		together, err := s.listedTogether(ctx, tx, []int{a.ID, b.ID})
		if err != nil {
			return Comparison{}, err
		}
		out.Together = len(together)
		told, err := toldApart(ctx, s, tx, []int{min(a.ID, b.ID)})
		if err != nil {
			return Comparison{}, err
		}
		out.Distinct = told[[2]int{min(a.ID, b.ID), max(a.ID, b.ID)}]
		out.Neighbors, err = s.neighbors(ctx, tx, a.ID, b.ID)
		return out, err
	})
}

func (s *Store) evidence(ctx context.Context, tx *db.Tx, id int, out *Evidence) (err error) {
	if out.Entity, err = catalogue.FindEntity(ctx, tx, id, database.Viewer{Moderator: true}); err != nil {
		return err
	}
	e := out.Entity
	if out.Names, err = s.usedNames(ctx, tx, e); err != nil {
		return err
	}
	quotes, err := database.Query[int](ctx, s.DB, tx, `SELECT id FROM (SELECT m.id, m.confidence,
		ROW_NUMBER() OVER (PARTITION BY m.episode_id ORDER BY m.confidence DESC, m.start) AS place FROM mentions m
		WHERE m.entity_id = ?) ranked WHERE place = 1 ORDER BY confidence DESC, id DESC LIMIT ?`, e.ID, comparedQuotes)
	if err != nil {
		return err
	}
	out.Quotes, err = tx.Mention.Query().Where(dbmention.IDIn(quotes...)).
		Order(dbmention.ByConfidence(sql.OrderDesc()), dbmention.ByID(sql.OrderDesc())).
		WithEpisode(func(q *db.EpisodeQuery) { q.WithChannel() }).All(ctx)
	if err != nil {
		return err
	}
	checks, err := checksOfLinks(ctx, tx, []*db.Entity{e})
	if err != nil {
		return err
	}
	out.Links = checkedLinks(e, checks)
	out.Channels, err = database.Query[string](ctx, s.DB, tx, `SELECT c.name FROM channel_entities ce JOIN channels c ON c.id = ce.channel_id
		WHERE ce.entity_id = ? ORDER BY ce.mention_count DESC, c.id LIMIT ?`, e.ID, comparedChannels)
	return err
}

// neighbors are entities that episodes of both mention.
func (s *Store) neighbors(ctx context.Context, tx *db.Tx, a, b int) ([]*db.Entity, error) {
	const near = `SELECT DISTINCT n.entity_id FROM episode_entities n WHERE n.mention_count > 0 AND n.episode_id IN
		(SELECT episode_id FROM episode_entities WHERE entity_id = ? ORDER BY episode_id DESC LIMIT ?)`
	ids, err := database.Query[int](ctx, s.DB, tx, `SELECT e.id FROM entities e WHERE e.id IN (`+near+`) AND e.id IN (`+near+`)
		AND e.id NOT IN (?, ?) AND e.mention_count > 0 AND NOT e.hidden AND e.merged_into IS NULL
		ORDER BY e.mention_count DESC, e.id LIMIT ?`, a, comparedEpisodes, b, comparedEpisodes, a, b, comparedOthers)
	if err != nil {
		return nil, err
	}
	return tx.Entity.Query().Where(dbentity.IDIn(ids...)).Order(dbentity.ByMentionCount(sql.OrderDesc()), dbentity.ByID()).
		WithLinks(catalogue.LiveLinks).All(ctx)
}

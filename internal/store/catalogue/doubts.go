package catalogue

import (
	"context"
	"slices"
	"strconv"

	"entgo.io/ent/dialect/sql"

	"mentionary/ent/db"
	dbdoubt "mentionary/ent/db/doubt"
	"mentionary/internal/mention"
	"mentionary/internal/store/database"
)

// reviewable are mentions that a reviewer is asked about, if they are doubtful: in public episodes of a channel. Private
// uploads come there when they are published.
const reviewable = ` FROM mentions m JOIN episodes e ON e.id = m.episode_id JOIN entities n ON n.id = m.entity_id
	WHERE e.is_processed AND e.visibility = 'public' AND n.merged_into IS NULL AND NOT n.hidden`

// ambiguous holds for entities that may be another one as well: not when the two were told apart, and not when that one has become
// part of it.
const ambiguous = `(n.may_be IS NOT NULL
	AND NOT EXISTS (SELECT 1 FROM entities o WHERE o.id = n.may_be AND o.merged_into = n.id)
	AND NOT EXISTS (SELECT 1 FROM distinct_pairs d
		WHERE d.low_id = n.id AND d.high_id = n.may_be OR d.low_id = n.may_be AND d.high_id = n.id))`

// RecountDoubts computes in which channels entities wait for a reviewer.
func (s *Store) RecountDoubts(ctx context.Context, tx *db.Tx, ids []int) error {
	return s.recountDoubts(ctx, tx, " IS NOT NULL", ids)
}

// RecountDoubtsIn is RecountDoubts for one channel.
func (s *Store) RecountDoubtsIn(ctx context.Context, tx *db.Tx, channelID int, ids []int) error {
	for part := range slices.Chunk(ids, database.IDChunk) {
		if err := s.recountDoubts(ctx, tx, " = "+strconv.Itoa(channelID), part); err != nil {
			return err
		}
	}
	return nil
}

// NameDoubts has what waits for a reviewer of an entity show its new name: a name changes nothing of what is counted.
func (s *Store) NameDoubts(ctx context.Context, tx *db.Tx, entityID int, name string) error {
	return tx.Doubt.Update().Where(dbdoubt.EntityID(entityID)).SetName(name).SetUpdatedAt(s.Now()).Exec(ctx)
}

// recountDoubts computes which of the entities wait for a reviewer in the channels whose ids fulfill a condition (" = 12"):
// those with mentions below the published confidence, and those that may be another entity as well.
func (s *Store) recountDoubts(ctx context.Context, tx *db.Tx, channels string, ids []int) error {
	if len(ids) == 0 {
		return nil
	}
	// Those that may be another one are found first: every mention of theirs counts, and most entities are none.
	either, err := database.Query[int](ctx, s.DB, tx, `SELECT n.id FROM entities n WHERE n.id IN ? AND `+ambiguous, database.IDs(ids))
	if err != nil {
		return err
	}
	surely := slices.DeleteFunc(slices.Clone(ids), func(id int) bool { return slices.Contains(either, id) })
	err = s.Exec(ctx, tx, `DELETE FROM doubts WHERE channel_id`+channels+` AND entity_id IN ?
		AND NOT EXISTS (SELECT 1`+reviewable+` AND m.entity_id = doubts.entity_id AND e.channel_id = doubts.channel_id
			AND (m.confidence < 0.6 OR m.entity_id IN ?))`, database.IDs(ids), database.IDs(either))
	if err != nil {
		return err
	}
	now := s.Now()
	// One statement for each kind: the first is answered by an index of doubtful mentions.
	for _, kind := range []struct {
		name, which string
		of          []int
	}{
		{"low", ` AND m.confidence < 0.6`, surely}, {"ambiguous", ``, either},
	} {
		if len(kind.of) == 0 {
			continue
		}
		err := s.Exec(ctx, tx, `INSERT INTO doubts (channel_id, ref, kind, type, name, entity_id, mentions, episodes, example_id, updated_at)
			SELECT e.channel_id, 'entity/' || m.entity_id, '`+kind.name+`', n.type, n.name, m.entity_id, COUNT(*), COUNT(DISTINCT m.episode_id),
				MAX(m.id), `+s.TimeParameter()+reviewable+kind.which+` AND m.entity_id IN ? AND e.channel_id`+channels+`
			GROUP BY e.channel_id, m.entity_id, n.type, n.name
			ON CONFLICT (channel_id, ref) DO UPDATE SET kind = excluded.kind, type = excluded.type, name = excluded.name,
				mentions = excluded.mentions, episodes = excluded.episodes, example_id = excluded.example_id, updated_at = excluded.updated_at`,
			now, database.IDs(kind.of))
		if err != nil {
			return err
		}
	}
	return nil
}

// UnprovenName is a name of a type that claims without proof are about.
type UnprovenName struct {
	Type mention.Type
	Key  string
}

func (n UnprovenName) ref() string { return "unproven/" + string(n.Type) + "/" + n.Key }

// UnprovenOf returns the names that an episode's claims without proof are about.
func (s *Store) UnprovenOf(ctx context.Context, tx *db.Tx, episodeID int) ([]UnprovenName, error) {
	rows, err := database.Query[struct {
		Type mention.Type `sql:"type"`
		Key  string       `sql:"key"`
	}](ctx, s.DB, tx, "SELECT DISTINCT type, key FROM unproven WHERE episode_id = ?", episodeID)
	names := make([]UnprovenName, 0, len(rows))
	for _, r := range rows {
		names = append(names, UnprovenName{r.Type, r.Key})
	}
	return names, err
}

// RecountUnproven computes which claims without proof wait for a reviewer in a channel, of those about the names.
func (s *Store) RecountUnproven(ctx context.Context, tx *db.Tx, channelID int, names []UnprovenName) error {
	if channelID == 0 || len(names) == 0 {
		return nil
	}
	keys, refs := make([]any, 0, len(names)), make([]string, 0, len(names))
	for _, n := range names {
		keys, refs = append(keys, n.Key), append(refs, n.ref())
	}
	rows, err := database.Query[struct {
		Type     mention.Type `sql:"type"`
		Key      string       `sql:"key"`
		Name     string       `sql:"name"`
		Claims   int          `sql:"claims"`
		Episodes int          `sql:"episodes"`
		Example  int          `sql:"example"`
	}](ctx, s.DB, tx, `SELECT u.type, u.key, MAX(u.name) AS name, COUNT(*) AS claims, COUNT(DISTINCT u.episode_id) AS episodes,
		MAX(u.id) AS example FROM unproven u JOIN episodes e ON e.id = u.episode_id
		WHERE u.channel_id = `+strconv.Itoa(channelID)+` AND e.is_processed AND e.visibility = 'public' AND u.key IN (`+
		database.Marks(len(keys))+`) GROUP BY u.type, u.key`, keys...)
	if err != nil {
		return err
	}
	var waiting []*db.DoubtCreate
	for _, r := range rows {
		ref := UnprovenName{r.Type, r.Key}.ref()
		refs = slices.DeleteFunc(refs, func(other string) bool { return other == ref })
		waiting = append(waiting, tx.Doubt.Create().SetChannelID(channelID).SetRef(ref).SetKind(dbdoubt.KindRejected).SetType(r.Type).
			SetName(r.Name).SetMentions(r.Claims).SetEpisodes(r.Episodes).SetExampleID(r.Example).SetUpdatedAt(s.Now()))
	}
	for part := range slices.Chunk(refs, database.IDChunk) {
		if _, err := tx.Doubt.Delete().Where(dbdoubt.ChannelID(channelID), dbdoubt.RefIn(part...)).Exec(ctx); err != nil {
			return err
		}
	}
	for part := range slices.Chunk(waiting, database.BulkRows) {
		err := tx.Doubt.CreateBulk(part...).OnConflict(sql.ConflictColumns(dbdoubt.FieldChannelID, dbdoubt.FieldRef)).UpdateNewValues().Exec(ctx)
		if err != nil {
			return err
		}
	}
	return nil
}

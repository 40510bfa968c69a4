package review

import (
	"context"
	"slices"

	"entgo.io/ent/dialect/sql"

	"mentionary/ent/db"
	dbchannel "mentionary/ent/db/channel"
	dbdoubt "mentionary/ent/db/doubt"
	dbmention "mentionary/ent/db/mention"
	dbruling "mentionary/ent/db/ruling"
	dbunproven "mentionary/ent/db/unproven"
	dbuser "mentionary/ent/db/user"
	"mentionary/internal/mention"
	"mentionary/internal/store/catalogue"
	"mentionary/internal/store/database"
)

// otherQuotes is how many further sentences show what an entity is known for.
const otherQuotes = 3

// QueueFilter limits what waits.
type QueueFilter struct {
	Kind          dbdoubt.Kind
	Type          mention.Type // empty: all
	ChannelID     int          // 0: all
	Limit, Offset int
}

// Waiting is a doubt with what a reviewer looks at to decide it.
type Waiting struct {
	Doubt    *db.Doubt     // with its channel
	Mention  *db.Mention   // the example, with its episode; nil for a claim without proof
	Unproven *db.Unproven  // that claim, with its episode
	Entity   *db.Entity    // as it is known, with aliases and links; nil when there is none
	MayBe    *db.Entity    // the one that it may be as well
	Quotes   []*db.Mention // what else is said about it, the surest first
	Listed   int           // mentions of it in the channel's lists
}

// Waiting lists doubts of a kind, those first whose decision changes most, and the number of all.
func (s *Store) Waiting(ctx context.Context, f QueueFilter) ([]Waiting, int, error) {
	return database.ReadPage(ctx, s.DB, func(ctx context.Context, tx *db.Tx) ([]Waiting, int, error) {
		q := f.narrow(tx.Doubt.Query().Where(dbdoubt.KindEQ(f.Kind)))
		total, err := q.Clone().Count(ctx)
		if err != nil {
			return nil, 0, err
		}
		rows, err := q.WithChannel().
			Order(dbdoubt.ByMentions(sql.OrderDesc()), dbdoubt.ByEpisodes(sql.OrderDesc()), dbdoubt.ByID(sql.OrderDesc())).
			Limit(database.PageSize(f.Limit)).Offset(f.Offset).All(ctx)
		if err != nil {
			return nil, 0, err
		}
		out, err := s.withEvidence(ctx, tx, rows)
		return out, total, err
	})
}

func (f QueueFilter) narrow(q *db.DoubtQuery) *db.DoubtQuery {
	if f.Type != "" {
		q.Where(dbdoubt.TypeEQ(f.Type))
	}
	if f.ChannelID != 0 {
		q.Where(dbdoubt.ChannelID(f.ChannelID))
	}
	return q
}

// withEvidence adds what a reviewer looks at, a question for each sort of thing.
func (s *Store) withEvidence(ctx context.Context, tx *db.Tx, rows []*db.Doubt) ([]Waiting, error) {
	var said, claims, entities []int
	for _, d := range rows {
		if d.EntityID == 0 {
			claims = append(claims, d.ExampleID)
		} else {
			said, entities = append(said, d.ExampleID), append(entities, d.EntityID)
		}
	}
	examples, err := mentionsByID(ctx, tx, said)
	if err != nil {
		return nil, err
	}
	unproven, err := tx.Unproven.Query().Where(dbunproven.IDIn(claims...)).WithEpisode(withChannel).All(ctx)
	if err != nil {
		return nil, err
	}
	known, err := entitiesWithOthers(ctx, tx, entities)
	if err != nil {
		return nil, err
	}
	quotes, err := s.quotesOf(ctx, tx, entities)
	if err != nil {
		return nil, err
	}
	listed, err := s.listed(ctx, tx, rows)
	out := make([]Waiting, 0, len(rows))
	for _, d := range rows {
		w := Waiting{Doubt: d, Entity: known[d.EntityID], Listed: listed[[2]int{d.ChannelID, d.EntityID}]}
		if d.EntityID == 0 {
			if i := slices.IndexFunc(unproven, func(u *db.Unproven) bool { return u.ID == d.ExampleID }); i >= 0 {
				w.Unproven = unproven[i]
			}
		} else {
			w.Mention = examples[d.ExampleID]
		}
		if w.Entity != nil && w.Entity.MayBe != nil {
			w.MayBe = known[*w.Entity.MayBe]
		}
		for _, m := range quotes[d.EntityID] {
			if m.ID != d.ExampleID && len(w.Quotes) < otherQuotes {
				w.Quotes = append(w.Quotes, m)
			}
		}
		out = append(out, w)
	}
	return out, err
}

func withChannel(q *db.EpisodeQuery) { q.WithChannel() }

func mentionsByID(ctx context.Context, tx *db.Tx, ids []int) (map[int]*db.Mention, error) {
	rows, err := tx.Mention.Query().Where(dbmention.IDIn(ids...)).WithEpisode(withChannel).WithEntity().All(ctx)
	out := make(map[int]*db.Mention, len(rows))
	for _, m := range rows {
		out[m.ID] = m
	}
	return out, err
}

// entitiesWithOthers returns entities by id, and those that they may be as well.
func entitiesWithOthers(ctx context.Context, tx *db.Tx, ids []int) (map[int]*db.Entity, error) {
	out := map[int]*db.Entity{}
	for range 2 {
		rows, err := catalogue.EntitiesWithLinks(ctx, tx, ids)
		if err != nil {
			return nil, err
		}
		ids = nil
		for _, e := range rows {
			out[e.ID] = e
			if e.MayBe != nil && out[*e.MayBe] == nil {
				ids = append(ids, *e.MayBe)
			}
		}
	}
	return out, nil
}

// quotesOf returns the surest sentences about entities, each of another episode.
func (s *Store) quotesOf(ctx context.Context, tx *db.Tx, entities []int) (map[int][]*db.Mention, error) {
	ids, err := database.Query[int](ctx, s.DB, tx, `SELECT id FROM (SELECT id,
		ROW_NUMBER() OVER (PARTITION BY entity_id ORDER BY confidence DESC, id) AS place
		FROM (SELECT m.id, m.entity_id, m.confidence,
			ROW_NUMBER() OVER (PARTITION BY m.entity_id, m.episode_id ORDER BY m.confidence DESC, m.id) AS nth
			FROM mentions m JOIN episodes e ON e.id = m.episode_id
			WHERE e.visibility = 'public' AND m.entity_id IN `+database.In(entities)+`) own WHERE nth = 1) ranked WHERE place <= ?`, otherQuotes+1)
	if err != nil {
		return nil, err
	}
	rows, err := mentionsByID(ctx, tx, ids)
	out := map[int][]*db.Mention{}
	for _, id := range ids {
		if m := rows[id]; m != nil {
			out[m.EntityID] = append(out[m.EntityID], m)
		}
	}
	return out, err
}

// listed counts what lists show of the doubts' entities in their channels.
func (s *Store) listed(ctx context.Context, tx *db.Tx, rows []*db.Doubt) (map[[2]int]int, error) {
	var channels, entities []int
	for _, d := range rows {
		channels, entities = append(channels, d.ChannelID), append(entities, d.EntityID)
	}
	found, err := database.Query[struct {
		Channel  int `sql:"channel_id"`
		Entity   int `sql:"entity_id"`
		Mentions int `sql:"mention_count"`
	}](ctx, s.DB, tx, `SELECT channel_id, entity_id, mention_count FROM channel_entities
		WHERE channel_id IN `+database.In(channels)+` AND entity_id IN `+database.In(entities))
	out := make(map[[2]int]int, len(found))
	for _, r := range found {
		out[[2]int{r.Channel, r.Entity}] = r.Mentions
	}
	return out, err
}

// ChannelCount is how much waits in a channel.
type ChannelCount struct {
	Channel *db.Channel
	Count   int
}

// Counts is how much waits.
type Counts struct {
	Kinds    map[dbdoubt.Kind]int
	Reported int            // things that somebody reported
	Channels []ChannelCount // those with most of a kind first, at most a hundred
}

// Counts counts what waits under a filter, for each kind; its Kind limits the channels only.
func (s *Store) Counts(ctx context.Context, f QueueFilter) (Counts, error) {
	return database.Read(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (Counts, error) {
		out := Counts{Kinds: map[dbdoubt.Kind]int{}}
		var kinds []struct {
			Kind  dbdoubt.Kind
			Count int
		}
		if err := f.narrow(tx.Doubt.Query()).GroupBy(dbdoubt.FieldKind).Aggregate(db.Count()).Scan(ctx, &kinds); err != nil {
			return out, err
		}
		for _, k := range kinds {
			out.Kinds[k.Kind] = k.Count
		}
		var err error
		if out.Reported, err = s.countReported(ctx, tx); err != nil {
			return out, err
		}
		rows, err := database.Query[struct {
			Channel int `sql:"channel_id"`
			Count   int `sql:"n"`
		}](ctx, s.DB, tx, `SELECT channel_id, COUNT(*) AS n FROM doubts WHERE kind = ? GROUP BY channel_id ORDER BY n DESC, channel_id LIMIT 100`,
			string(f.Kind))
		if err != nil {
			return out, err
		}
		ids := make([]int, 0, len(rows))
		for _, r := range rows {
			ids = append(ids, r.Channel)
		}
		channels, err := tx.Channel.Query().Where(dbchannel.IDIn(ids...)).All(ctx)
		for _, r := range rows {
			if i := slices.IndexFunc(channels, func(c *db.Channel) bool { return c.ID == r.Channel }); i >= 0 {
				out.Channels = append(out.Channels, ChannelCount{channels[i], r.Count})
			}
		}
		return out, err
	})
}

// Ruled is a decision with who made it.
type Ruled struct {
	*db.Ruling
	ActorName string // display name, empty when the account is gone or has none
}

// Rulings lists decisions, the newest first, and the number of all; of one channel, when it is not 0.
func (s *Store) Rulings(ctx context.Context, channelID, limit, offset int) ([]Ruled, int, error) {
	return database.ReadPage(ctx, s.DB, func(ctx context.Context, tx *db.Tx) ([]Ruled, int, error) {
		q := tx.Ruling.Query()
		if channelID != 0 {
			q.Where(dbruling.ChannelID(channelID))
		}
		total, err := q.Clone().Count(ctx)
		if err != nil {
			return nil, 0, err
		}
		rows, err := q.WithChannel().Order(dbruling.ByID(sql.OrderDesc())).Limit(database.PageSize(limit)).Offset(offset).
			Select(rulingColumns()...).All(ctx)
		if err != nil {
			return nil, 0, err
		}
		ids := make([]string, 0, len(rows))
		for _, r := range rows {
			ids = append(ids, r.Actor)
		}
		names, err := displayNames(ctx, tx, ids)
		out := make([]Ruled, 0, len(rows))
		for _, r := range rows {
			out = append(out, Ruled{r, names[r.Actor]})
		}
		return out, total, err
	})
}

// rulingColumns are those of a list: what takes a decision back may be large.
func rulingColumns() []string {
	return slices.DeleteFunc(slices.Clone(dbruling.Columns), func(c string) bool { return c == dbruling.FieldInverse })
}

func displayNames(ctx context.Context, tx *db.Tx, publicIDs []string) (map[string]string, error) {
	slices.Sort(publicIDs)
	people, err := tx.User.Query().Where(dbuser.PublicIDIn(slices.Compact(publicIDs)...)).
		Select(dbuser.FieldPublicID, dbuser.FieldDisplayName).All(ctx)
	names := make(map[string]string, len(people))
	for _, u := range people {
		names[u.PublicID] = u.DisplayName
	}
	return names, err
}

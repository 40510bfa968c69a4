package catalogue

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"entgo.io/ent/dialect/sql"

	"mentionary/ent/db"
	dbchannel "mentionary/ent/db/channel"
	dbchannelentity "mentionary/ent/db/channelentity"
	dbentity "mentionary/ent/db/entity"
	dbepisode "mentionary/ent/db/episode"
	dbepisodeentity "mentionary/ent/db/episodeentity"
	dblink "mentionary/ent/db/link"
	"mentionary/ent/db/predicate"
	"mentionary/internal/fault"
	"mentionary/internal/mention"
	"mentionary/internal/store/database"
)

// MaxMergeSteps bounds how far an old id is followed from merge to merge.
const MaxMergeSteps = 10

// episodesPerEntity is how many episodes a list with episodes shows of each entity.
const episodesPerEntity = 2

// EntityFilter selects entities with published mentions. Empty fields do not limit.
type EntityFilter struct {
	Type         string
	Search       string
	Channel      string // public id
	Sort         string
	Limit        int // 0: MaxPage
	Offset       int
	After        string // EntityPage.Next of the page before; then Offset is ignored
	Recommended  bool   // only what somebody recommended
	Part         string // PartTalked or PartTaken, of people
	Topic        string // of concepts: as mention.TopicOf says, or mention.OtherTopic for those without
	WithEpisodes bool
}

// What people do in the episodes that mention them.
const (
	PartTalked = "talked"       // they are mentioned where they do not take part
	PartTaken  = "participants" // they are mentioned where they take part
)

// EntityPage is a part of a list of entities.
type EntityPage struct {
	Entities []*db.Entity // listColumns of them, with kind, trust and address of their links
	Episodes map[int][]EntityEpisode
	Total    Total
	Next     string // empty on the last page
}

// EntityEpisode is an episode that mentions an entity.
type EntityEpisode struct {
	Episode *db.Episode // with its channel
	Count   int         // mentions that count
	FirstMS int
}

// Entities lists entities. Of each it tells what lists show, and may leave the rest empty.
func (s *Store) Entities(ctx context.Context, f EntityFilter) (EntityPage, error) {
	order, err := entityOrderOf(f)
	if err != nil {
		return EntityPage{}, err
	}
	if f.takesOneStatement(order) {
		page, err := s.entitiesAtOnce(ctx, f, order)
		if err != nil || len(page.Entities) > 0 { // no row, no total
			return page, err
		}
	}
	return database.Read(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (EntityPage, error) {
		q, found, err := s.entitiesMatching(ctx, tx, f, order)
		if err != nil {
			return EntityPage{}, err
		}
		var page EntityPage
		if page.Total, err = s.entityTotal(ctx, tx, q, f, found.number); err != nil {
			return EntityPage{}, err
		}
		if page.Entities, page.Next, err = order.page(ctx, q, f, found.byName); err != nil || !f.WithEpisodes {
			return page, err
		}
		page.Episodes, err = s.topEpisodes(ctx, tx, page.Entities)
		return page, err
	})
}

// foundEntities are what a search finds of a type, or of all.
type foundEntities struct {
	number int   // countUpTo+1 at most
	byName []int // those that are found by name, when they come first
}

// entitiesMatching returns the question for what a filter selects.
func (s *Store) entitiesMatching(
	ctx context.Context, tx *db.Tx, f EntityFilter, order entityOrder,
) (q *db.EntityQuery, found foundEntities, err error) {
	q = tx.Entity.Query().Where(f.limits()...)
	if f.Channel != "" {
		if err := inChannel(ctx, tx, q, f.Channel); err != nil {
			return nil, found, err
		}
	}
	if f.Search == "" {
		return q, found, nil
	}
	found, err = s.amongFound(ctx, tx, q, f, order)
	return q, found, err
}

// limits are what a filter says of each entity by itself.
func (f EntityFilter) limits() []predicate.Entity {
	out := []predicate.Entity{Listed}
	if f.Type != "" {
		out = append(out, dbentity.TypeEQ(mention.Type(f.Type)))
	}
	if f.Recommended {
		out = append(out, dbentity.RecommenderCountGT(0))
	}
	switch f.Part {
	case PartTalked:
		out = append(out, dbentity.TalkedCountGT(0))
	case PartTaken:
		out = append(out, func(s *sql.Selector) {
			s.Where(sql.ColumnsLT(s.C(dbentity.FieldTalkedCount), s.C(dbentity.FieldMentionCount)))
		})
	}
	if f.Topic != "" {
		out = append(out, ofTopic(f.Topic))
	}
	return out
}

// narrowed reports whether a list is limited by more than type, channel and search.
func (f EntityFilter) narrowed() bool { return f.Recommended || f.Part != "" || f.Topic != "" }

// ofTopic limits a list to a topic, or to what belongs to none, and says what has topics as the index does.
func ofTopic(topic string) predicate.Entity {
	if topic == mention.OtherTopic {
		topic = ""
	}
	return func(s *sql.Selector) {
		row, _, _ := strings.Cut(s.C(dbentity.FieldTopic), ".")
		s.Where(sql.And(sql.EQ(s.C(dbentity.FieldTopic), topic), sql.ExprP(database.HasTopics(row+"."))))
	}
}

// amongFound limits a list to what a search finds, at most countUpTo+1 of it: the best by name, or else of the most mentioned.
func (s *Store) amongFound(
	ctx context.Context, tx *db.Tx, q *db.EntityQuery, f EntityFilter, order entityOrder,
) (found foundEntities, err error) {
	t := readTerms(f.Search)
	var hits []nameHit
	if len(t.words) > 0 {
		hits, err = nameSearch{s: s, to: tx, t: t, typ: mention.Type(f.Type), want: countUpTo + 1}.entityHits(ctx, false)
		if err == nil && len(hits) == 0 {
			hits, err = nameSearch{s: s, to: tx, t: t, typ: mention.Type(f.Type), want: countUpTo + 1}.entityHits(ctx, true)
		}
	}
	if err != nil {
		return found, err
	}
	hits = hits[:min(len(hits), countUpTo+1)]
	found.number = len(hits)
	if order.sort == SortMentions && f.After == "" && f.Channel == "" && !f.narrowed() {
		hits = firstListed(hits, f.Offset+database.PageSize(f.Limit)+1)
	}
	var all, named []int
	for _, h := range hits {
		all = append(all, h.ID)
		if h.byName() {
			named = append(named, h.ID)
		}
	}
	q.Where(idIn(all))
	if order.sort != SortMentions && order.sort != sortTalked || len(named) == 0 {
		return found, nil
	}
	found.byName = named
	q.Order(func(s *sql.Selector) {
		s.OrderExpr(sql.Expr("CASE WHEN " + s.C(dbentity.FieldID) + " IN " + database.In(named) + " THEN 0 ELSE 1 END"))
	})
	return found, nil
}

// firstListed returns the n of what a search found that a list by mentions begins with, and all that are mentioned as often as the last of
// them: names, which tell them apart, are not at hand. A database would put all that was found in order.
func firstListed(hits []nameHit, n int) []nameHit {
	part := func(h nameHit) int {
		if h.byName() {
			return 0
		}
		return 1
	}
	before := func(a, b nameHit) int {
		return cmp.Or(cmp.Compare(part(a), part(b)), cmp.Compare(b.Mentions, a.Mentions))
	}
	slices.SortFunc(hits, before)
	for n < len(hits) && before(hits[n-1], hits[n]) == 0 {
		n++
	}
	return hits[:min(n, len(hits))]
}

// idIn limits a list to ids, however many.
func idIn(ids []int) predicate.Entity {
	return func(s *sql.Selector) { s.Where(sql.ExprP(s.C(dbentity.FieldID) + " IN " + database.In(ids))) }
}

// fewInChannel is up to how many entities of a channel are read before the list is put in order. In channels with more, the list is
// walked and each entity asked for: one of a few is soon one of theirs.
const fewInChannel = 3000

// inChannel limits a list to what a channel mentions.
func inChannel(ctx context.Context, tx *db.Tx, q *db.EntityQuery, publicID string) error {
	c, err := tx.Channel.Query().Where(dbchannel.PublicID(publicID)).Select(dbchannel.FieldID, dbchannel.FieldEntityCount).Only(ctx)
	if db.IsNotFound(err) {
		q.Where(func(s *sql.Selector) { s.Where(sql.False()) })
		return nil
	}
	if err != nil {
		return err
	}
	if c.EntityCount > fewInChannel {
		q.Where(func(s *sql.Selector) {
			s.Where(sql.ExprP("EXISTS (SELECT 1 FROM channel_entities ce WHERE ce.channel_id = " + strconv.Itoa(c.ID) + " AND ce.entity_id = " +
				s.C(dbentity.FieldID) + ")"))
		})
		return nil
	}
	few, err := tx.ChannelEntity.Query().Where(dbchannelentity.ChannelID(c.ID)).Select(dbchannelentity.FieldEntityID).Ints(ctx)
	q.Where(idIn(few))
	return err
}

// LiveLinks loads the links that may be shown: neither broken nor taken away by a moderator.
func LiveLinks(q *db.LinkQuery) {
	q.Where(dblink.StateNEQ(dblink.StateBroken), dblink.DecisionNEQ(dblink.DecisionRemoved)).Order(dblink.ByID())
}

// EntitiesByID returns entities, without what belongs to them, by id. Ids that nothing has are left out.
func (s *Store) EntitiesByID(ctx context.Context, tx *db.Tx, ids []int) (map[int]*db.Entity, error) {
	out := make(map[int]*db.Entity, len(ids))
	for part := range slices.Chunk(ids, database.IDChunk) {
		rows, err := tx.Entity.Query().Where(dbentity.IDIn(part...)).All(ctx)
		if err != nil {
			return nil, err
		}
		for _, e := range rows {
			out[e.ID] = e
		}
	}
	return out, nil
}

// EntitiesOfEpisode returns the ids of what an episode mentions.
func (s *Store) EntitiesOfEpisode(ctx context.Context, tx *db.Tx, episodeID int) ([]int, error) {
	return tx.EpisodeEntity.Query().Where(dbepisodeentity.EpisodeID(episodeID)).Select(dbepisodeentity.FieldEntityID).Ints(ctx)
}

// EntitiesWithLinks returns entities by id, with aliases and the links that may be shown.
func EntitiesWithLinks(ctx context.Context, tx *db.Tx, ids []int) ([]*db.Entity, error) {
	var out []*db.Entity
	for part := range slices.Chunk(ids, database.IDChunk) {
		rows, err := tx.Entity.Query().Where(dbentity.IDIn(part...)).Order(dbentity.ByID()).WithLinks(LiveLinks).WithAliases().All(ctx)
		if err != nil {
			return nil, err
		}
		out = append(out, rows...)
	}
	slices.SortFunc(out, func(a, b *db.Entity) int { return a.ID - b.ID })
	return out, nil
}

// topEpisodes returns the public episodes that mention each entity most.
func (s *Store) topEpisodes(ctx context.Context, tx *db.Tx, entities []*db.Entity) (map[int][]EntityEpisode, error) {
	ids := make([]int, 0, len(entities))
	for _, e := range entities {
		ids = append(ids, e.ID)
	}
	listIDs, err := s.mostMentioning(ctx, tx, ids, episodesPerEntity, "")
	if err != nil {
		return nil, err
	}
	out := map[int][]EntityEpisode{}
	for part := range slices.Chunk(listIDs, database.IDChunk) {
		lists, err := tx.EpisodeEntity.Query().Where(dbepisodeentity.IDIn(part...)).
			WithEpisode(func(q *db.EpisodeQuery) { q.WithChannel() }).All(ctx)
		if err != nil {
			return nil, err
		}
		for _, l := range lists {
			out[l.EntityID] = append(out[l.EntityID], EntityEpisode{Episode: l.Edges.Episode, Count: l.MentionCount, FirstMS: l.FirstMs})
		}
	}
	for _, list := range out {
		slices.SortFunc(list, func(a, b EntityEpisode) int {
			return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(b.Episode.ID, a.Episode.ID))
		})
	}
	return out, nil
}

// mostMentioning returns the occurrence lists of the public episodes that mention each entity most, of episodes e on a condition.
func (s *Store) mostMentioning(ctx context.Context, tx *db.Tx, entities []int, limit int, condition string, args ...any) ([]int, error) {
	best := `SELECT ee.id` + countable + condition + ` AND ee.entity_id = n.id ORDER BY ee.mention_count DESC, ee.episode_id DESC LIMIT ?`
	question := `SELECT x.id FROM entities n CROSS JOIN episode_entities x WHERE x.id IN (` + best + `) AND n.id IN `
	if s.Postgres() {
		question = `SELECT x.id FROM entities n CROSS JOIN LATERAL (` + best + `) x WHERE n.id IN `
	}
	return database.Query[int](ctx, s.DB, tx, question+database.In(entities), append(args, limit)...)
}

// Entity returns an entity with its aliases and links. An id that was merged away leads to the survivor: its id differs
// from the one asked for. Entities without published public mentions are there for moderators and for the owners of
// uploads that mention them.
func (s *Store) Entity(ctx context.Context, id int, v database.Viewer) (*db.Entity, error) {
	return database.Read(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*db.Entity, error) { return FindEntity(ctx, tx, id, v) })
}

// FindEntity is Entity inside a transaction.
func FindEntity(ctx context.Context, tx *db.Tx, id int, v database.Viewer) (*db.Entity, error) {
	missing := fault.New(fault.NotFound, "There is no such entity in the directory.")
	for range MaxMergeSteps {
		e, err := tx.Entity.Query().Where(dbentity.ID(id)).WithLinks(LiveLinks).WithAliases().Only(ctx)
		if db.IsNotFound(err) {
			return nil, missing
		}
		if err != nil {
			return nil, err
		}
		if e.MergedInto != nil {
			id = *e.MergedInto
			continue
		}
		if v.Moderator || !e.Hidden && e.MentionCount > 0 {
			return e, nil
		}
		if e.Hidden || v.UserID == 0 {
			return nil, missing
		}
		own, err := tx.EpisodeEntity.Query().
			Where(dbepisodeentity.EntityID(id), dbepisodeentity.HasEpisodeWith(dbepisode.OwnerID(v.UserID))).Exist(ctx)
		if err == nil && !own {
			err = missing
		}
		return e, err
	}
	return nil, missing
}

// survivorOf returns where an id leads: itself, or the survivor when it was merged away. An unknown id is itself.
func survivorOf(ctx context.Context, tx *db.Tx, id int) (int, error) {
	e, err := tx.Entity.Query().Where(dbentity.ID(id)).Select(dbentity.FieldID, dbentity.FieldMergedInto).Only(ctx)
	switch {
	case db.IsNotFound(err):
		return id, nil
	case err != nil:
		return 0, err
	case e.MergedInto != nil:
		return *e.MergedInto, nil // merges keep every old id pointing at the last survivor
	default:
		return id, nil
	}
}

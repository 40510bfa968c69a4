package publish

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"entgo.io/ent/dialect/sql"

	"mentionary/ent/db"
	dbalias "mentionary/ent/db/alias"
	dbentity "mentionary/ent/db/entity"
	dbepisode "mentionary/ent/db/episode"
	dbmention "mentionary/ent/db/mention"
	"mentionary/internal/match"
	"mentionary/internal/mention"
	"mentionary/internal/store/catalogue"
	"mentionary/internal/store/database"
)

const (
	// heardMentions bounds the mentions, the newest, from which it is read what an entity is called.
	heardMentions = 2_000
	// heardEpisodes is in how many episodes a name must be heard to take the place of one that is heard in half as many.
	heardEpisodes = 3
)

// FormerName is the source of the alias that keeps the name for which somebody gave an entity another one. The word is stored.
const FormerName = "former name"

// Sources of aliases that episodes gave, beside likeness ("heard 0.95"). The words are stored.
const (
	heardFirst = "heard first" // what the entity was called before
	inWriting  = "in writing"  // the creator or our lists write it so, and nobody says it
)

// callByBestName gives entities the name that evidence speaks for, whatever they were called first: the same episodes give the same
// names, in whichever order they are analyzed. What a person named keeps its name.
func (p *publisher) callByBestName(ctx context.Context, lists []*occurrence) error {
	if !p.public {
		return nil
	}
	if err := p.respell(ctx, lists); err != nil {
		return err
	}
	if err := p.noteWrittenNames(ctx, lists); err != nil {
		return err
	}
	ids := make([]int, 0, len(lists))
	for _, o := range lists {
		if p.touched[o.entity.ID].Learned {
			ids = append(ids, o.entity.ID)
		}
	}
	for part := range slices.Chunk(ids, database.IDChunk) {
		heard, err := p.tx.Entity.Query().Where(dbentity.IDIn(part...), dbentity.HasAliasesWith(dbalias.ChannelIDNEQ(0))).
			WithAliases(func(q *db.AliasQuery) { q.Order(dbalias.ByID()) }).Order(dbentity.ByID()).All(ctx)
		if err != nil {
			return err
		}
		for _, e := range heard {
			if err := p.callEntityByBestName(ctx, e); err != nil {
				return err
			}
		}
	}
	return nil
}

// noteWrittenNames keeps the names of people of several names that are written and not said: show notes have Julia Grillmayr where a
// machine heard "Julia Grillmeier", and our lists have Mikhail Gorbachev where only "Gorbachev" is said.
func (p *publisher) noteWrittenNames(ctx context.Context, lists []*occurrence) error {
	var rows []*db.AliasCreate
	for _, o := range lists {
		for _, g := range o.groups {
			if (p.touched[o.entity.ID].Learned || g.key != o.entity.Key) && g.writtenOnly() {
				rows = append(rows, p.tx.Alias.Create().SetEntityID(o.entity.ID).SetType(g.typ).SetKey(g.key).SetName(g.name).
					SetSource(inWriting).SetChannelID(p.channel).SetCreatedAt(p.s.Now()))
			}
		}
	}
	if len(rows) == 0 {
		return nil
	}
	return p.tx.Alias.CreateBulk(rows...).OnConflict(sql.ConflictColumns(dbalias.FieldEntityID, dbalias.FieldKey),
		sql.UpdateWhere(sql.NEQ(dbalias.FieldSource, FormerName))).Update(func(u *db.AliasUpsert) { u.SetSource(inWriting) }).Exec(ctx)
}

// writtenOnly reports whether the whole name of a person is in writing and none of its places says it.
func (g *group) writtenOnly() bool {
	return g.typ.Names() == mention.PersonName && strings.Contains(strings.TrimSpace(g.name), " ") && g.published() &&
		slices.ContainsFunc(g.mentions[0].Signals, makesKnown) &&
		!slices.ContainsFunc(g.mentions, func(m *mention.Mention) bool { return match.Key(g.typ, m.Surface) == g.key })
}

// callEntityByBestName gives an entity its name and confirms its others.
func (p *publisher) callEntityByBestName(ctx context.Context, e *db.Entity) error {
	heard, err := p.tx.Mention.Query().
		Where(dbmention.EntityID(e.ID)).
		Select(dbmention.FieldEpisodeID, dbmention.FieldSurface, dbmention.FieldSignals, dbmention.FieldConfidence).
		WithEpisode(func(q *db.EpisodeQuery) {
			q.Select(dbepisode.FieldPublishedAt, dbepisode.FieldVideoID, dbepisode.FieldChannelID)
		}).
		Order(dbmention.ByID(sql.OrderDesc())).Limit(heardMentions).All(ctx)
	if err != nil {
		return err
	}
	named := slices.ContainsFunc(e.Edges.Aliases, func(a *db.Alias) bool { return a.Source == FormerName })
	names := e.Edges.Aliases
	if name := bestName(e, heard); name != e.Name && !named {
		if err := p.s.rename(ctx, p.tx, e, name, p.channel); err != nil {
			return err
		}
		if names, err = p.tx.Alias.Query().Where(dbalias.EntityID(e.ID)).Order(dbalias.ByID()).All(ctx); err != nil {
			return err
		}
	}
	return p.confirmNames(ctx, e, names, slices.DeleteFunc(heard, func(m *db.Mention) bool { return !published(m) }))
}

func published(m *db.Mention) bool { return m.Confidence >= catalogue.PublishedConfidence }

// NameAgain gives entities the names that evidence speaks for, where another entity had them until now.
func (s *Store) NameAgain(ctx context.Context, tx *db.Tx, ids []int) error {
	for part := range slices.Chunk(ids, database.IDChunk) {
		rows, err := tx.Entity.Query().Where(dbentity.IDIn(part...), dbentity.HasAliasesWith(dbalias.ChannelIDNEQ(0))).
			WithAliases(func(q *db.AliasQuery) { q.Order(dbalias.ByID()) }).Order(dbentity.ByID()).All(ctx)
		if err != nil {
			return err
		}
		for _, e := range rows {
			heardIn := slices.IndexFunc(e.Edges.Aliases, func(a *db.Alias) bool { return a.ChannelID != 0 })
			p := &publisher{s: s, tx: tx, channel: e.Edges.Aliases[heardIn].ChannelID}
			if err := p.callEntityByBestName(ctx, e); err != nil {
				return err
			}
		}
	}
	return nil
}

// rename calls an entity otherwise and keeps the name that it had as one that was heard in a channel, unless another entity has the new
// name that may be the same thing.
func (s *Store) rename(ctx context.Context, tx *db.Tx, e *db.Entity, name string, channel int) error {
	key, former := match.Key(e.Type, name), e.Key
	disambiguator, free, err := s.besideNamesakes(ctx, tx, e, name, channel)
	if err != nil || !free {
		return err
	}
	err = tx.Entity.UpdateOneID(e.ID).SetName(name).SetKey(key).SetDisambiguator(disambiguator).SetSlug(catalogue.Slug(name, 80)).
		SetSortKey(match.SortKey(name)).SetUpdatedAt(s.Now()).Exec(ctx)
	if err != nil {
		return err
	}
	err = tx.Alias.Create().SetEntityID(e.ID).SetType(e.Type).SetKey(former).SetName(e.Name).SetSource(heardFirst).
		SetChannelID(channel).SetCreatedAt(s.Now()).
		OnConflictColumns(dbalias.FieldEntityID, dbalias.FieldKey).Ignore().Exec(ctx)
	if err != nil {
		return err
	}
	e.Name, e.Key, e.Disambiguator = name, key, disambiguator
	return s.catalogue.NameDoubts(ctx, tx, e.ID, name)
}

// besideNamesakes returns what tells an entity from others of a name that it is to get, and whether it may get it: where another one has
// the name already, only if something separates them whatever their names, as other authors do. So who had the name first plays no part.
func (s *Store) besideNamesakes(ctx context.Context, tx *db.Tx, e *db.Entity, name string, channel int,
) (disambiguator string, free bool, err error) {
	named := func(disambiguator string) (*db.Entity, error) {
		other, err := tx.Entity.Query().Where(dbentity.TypeEQ(e.Type), dbentity.Key(match.Key(e.Type, name)),
			dbentity.Disambiguator(disambiguator)).WithLinks().Only(ctx)
		return other, db.MaskNotFound(err)
	}
	other, err := named(e.Disambiguator)
	if err != nil || other == nil {
		return e.Disambiguator, err == nil, err
	}
	own, err := tx.Entity.Query().Where(dbentity.ID(e.ID)).WithLinks().Only(ctx)
	if err != nil {
		return "", false, err
	}
	subject := KnownOf(own).Subject(e.Type)
	subject.Name, subject.ChannelID = name, channel
	if match.Decide(subject, []match.Known{KnownOf(other)}, nil).Action != match.Create {
		return "", false, nil
	}
	disambiguator = match.Disambiguator(subject, 0)
	other, err = named(disambiguator)
	return disambiguator, err == nil && other == nil, err
}

// notNamedByHand are entities whose name nobody gave.
var notNamedByHand = dbentity.Not(dbentity.HasAliasesWith(dbalias.Source(FormerName)))

// nameEvidence is what speaks for a name.
type nameEvidence struct {
	name     string
	key      string
	source   string // why it is a name of the entity, empty for the one that it has and got from nobody's ear
	whole    bool   // not a person's half
	known    bool   // a creator wrote it or its family name, or our lists have it
	mentions int    // that are published, as all below that does not say otherwise
	episodes map[int]bool
	heardIn  map[int]bool // episodes that say it somewhere, published or not
	oldest   string       // when and in which episode it was said first, in the order of publication
}

// bestName returns what an entity should be called: of its name and those that episodes gave it a whole one before half of a person's, of a
// person one in writing that nobody says before all that are said, and a known one before one that was only heard; of equals the one that
// the oldest episode says, unless another is heard far more often.
func bestName(e *db.Entity, heard []*db.Mention) string {
	names := []*nameEvidence{{name: e.Name, key: e.Key}}
	for _, a := range e.Edges.Aliases {
		switch {
		case a.ChannelID == 0:
		case a.Key == e.Key:
			names[0].source = a.Source
		default:
			names = append(names, &nameEvidence{name: a.Name, key: a.Key, source: a.Source})
		}
	}
	somebodyWrites := e.Type.Names() == mention.PersonName && slices.ContainsFunc(heard, func(m *db.Mention) bool {
		return published(m) && slices.ContainsFunc(m.Signals, makesKnown)
	})
	for _, n := range names {
		n.whole, n.episodes, n.heardIn = e.Type.Names() != mention.PersonName || len(strings.Fields(n.name)) > 1, map[int]bool{}, map[int]bool{}
	}
	for _, m := range heard {
		key := match.Key(e.Type, m.Surface)
		for _, n := range names {
			if n.key == key {
				n.add(m)
			}
			if published(m) && n.vouchedBy(e.Type, key) && slices.ContainsFunc(m.Signals, makesKnown) {
				n.known = true
			}
		}
	}
	rank := func(n *nameEvidence) int {
		switch {
		case n.whole && n.written() && somebodyWrites:
			return 0
		case n.whole && n.known:
			return 1
		case n.whole:
			return 2
		case n.known:
			return 3
		}
		return 4
	}
	best := rank(slices.MinFunc(names, func(a, b *nameEvidence) int { return cmp.Compare(rank(a), rank(b)) }))
	names = slices.DeleteFunc(names, func(n *nameEvidence) bool { return rank(n) != best })
	first := slices.MinFunc(names, (*nameEvidence).byAge)
	most := slices.MinFunc(names, func(a, b *nameEvidence) int {
		return cmp.Or(cmp.Compare(len(b.episodes), len(a.episodes)), cmp.Compare(b.mentions, a.mentions), a.byAge(b))
	})
	if len(most.episodes) >= heardEpisodes && len(most.episodes) >= 2*len(first.episodes) {
		return most.name
	}
	return first.name
}

// add notes a mention by this name.
func (n *nameEvidence) add(m *db.Mention) {
	n.heardIn[m.EpisodeID] = true
	if !published(m) {
		return
	}
	n.mentions++
	n.episodes[m.EpisodeID] = true
	if at := publishedAt(m.Edges.Episode); n.oldest == "" || at < n.oldest {
		n.oldest = at
	}
}

// written reports whether a name is one that nobody says, so that it was read somewhere: the entity had it from the start, or an episode
// had it in writing.
func (n *nameEvidence) written() bool {
	return n.source == inWriting || len(n.heardIn) == 0 && (n.source == "" || n.source == heardFirst)
}

// makesKnown reports whether a signal says that somebody has a name in writing.
func makesKnown(s mention.Signal) bool { return s == mention.SignalGazetteer || vouches(s) }

// vouchedBy reports whether who knows the name with that key knows this one: it is the same, or a person's family name.
func (n *nameEvidence) vouchedBy(t mention.Type, key string) bool {
	if n.key == key {
		return true
	}
	words := strings.Fields(n.name)
	return t.Names() == mention.PersonName && len(words) > 1 && match.Key(t, words[len(words)-1]) == key
}

// byAge orders names by the oldest episode that says them in a published mention; those that none says come last, by how many episodes say
// them at all.
func (n *nameEvidence) byAge(o *nameEvidence) int {
	return cmp.Or(
		cmp.Compare(cmp.Or(n.oldest, "~"), cmp.Or(o.oldest, "~")), cmp.Compare(len(o.heardIn), len(n.heardIn)), cmp.Compare(n.key, o.key),
	)
}

// publishedAt orders episodes by their publication; those without a date come last.
func publishedAt(e *db.Episode) string {
	at := "9999"
	if e.PublishedAt != nil {
		at = e.PublishedAt.UTC().Format(time.RFC3339)
	}
	return at + " " + e.VideoID
}

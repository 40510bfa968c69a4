package catalogue

import (
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"entgo.io/ent/dialect/sql"

	"mentionary/ent/db"
	dbblock "mentionary/ent/db/block"
	dbchannel "mentionary/ent/db/channel"
	dbentity "mentionary/ent/db/entity"
	dblink "mentionary/ent/db/link"
	dblookup "mentionary/ent/db/lookup"
	"mentionary/ent/db/predicate"
	"mentionary/internal/link"
	"mentionary/internal/lookup"
	"mentionary/internal/media"
	"mentionary/internal/mention"
	"mentionary/internal/store/database"
)

// Asked is what a catalog said about an entity.
type Asked struct {
	EntityID  int
	Catalogue string
	Subject   lookup.Subject
	Decision  lookup.Decision
}

// SaveLookup keeps what came of asking a catalog. What the same catalog said before is withdrawn; an accepted record fills
// the columns that neither a moderator nor another catalog filled, and adds its links. An entity that became another one
// meanwhile (another type or name, merged, hidden) is left alone: it is asked about anew.
//
// Idempotent: there is one row for an entity and a catalog.
func (s *Store) SaveLookup(ctx context.Context, a Asked) error {
	return s.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := s.LockRows(ctx, tx, "entities", []int{a.EntityID}); err != nil {
			return err
		}
		e, err := tx.Entity.Query().Where(Listed, dbentity.ID(a.EntityID), dbentity.TypeEQ(a.Subject.Type), dbentity.Name(a.Subject.Name)).
			WithLookups().Only(ctx)
		if db.IsNotFound(err) {
			return nil
		}
		if err != nil {
			return err
		}
		var former map[string]lookup.Former
		if a.Decision.Outcome != lookup.Failed { // what could not be asked contradicts nothing
			if err := s.withdraw(ctx, tx, e, a.Catalogue); err != nil {
				return err
			}
		} else if slices.ContainsFunc(e.Edges.Lookups, func(l *db.Lookup) bool {
			return l.Catalogue == a.Catalogue && l.Outcome != lookup.Failed
		}) {
			return nil // its word stands as of the day when it was last asked and answered
		}
		if a.Decision.Outcome == lookup.Accepted {
			if former, err = s.believe(ctx, tx, e, said{
				catalogue: a.Catalogue, record: a.Decision.Record.ID, facts: a.Decision.Record.Facts, reasons: a.Decision.Reasons,
			}); err != nil {
				return err
			}
		}
		return tx.Lookup.Create().SetEntityID(e.ID).SetCatalogue(a.Catalogue).SetAsked(a.Subject.Asked()).SetOutcome(a.Decision.Outcome).
			SetRecord(a.Decision.Record.ID).SetFacts(a.Decision.Record.Facts).SetFormer(former).SetReasons(a.Decision.Reasons).
			SetCandidates(a.Decision.Candidates).SetAskedAt(s.Now()).
			OnConflict(sql.ConflictColumns(dblookup.FieldEntityID, dblookup.FieldCatalogue), sql.ResolveWithNewValues()).Exec(ctx)
	})
}

// sourceOf is the stored form of "this catalog says so": "catalogue:wikidata".
func sourceOf(name string) string { return link.Catalogue.String() + ":" + name }

// said is what a catalog says of an entity.
type said struct {
	catalogue string
	record    string // its id; empty when nothing was accepted
	facts     lookup.Facts
	reasons   []string
}

// believe fills columns and adds links from a record, has the entity compared with what else the catalog knows under the same id, keeps
// which edition of a work it is, and returns what stood in the columns.
func (s *Store) believe(ctx context.Context, tx *db.Tx, e *db.Entity, by said) (map[string]lookup.Former, error) {
	name, record, f := by.catalogue, by.record, by.facts
	sources, former := maps.Clone(e.Sources), map[string]lookup.Former{}
	if sources == nil {
		sources = map[string]string{}
	}
	values := columnsOf(e.Type, f)
	for _, c := range FactColumns() {
		value, have := database.Clip(values[c.Name], c.Limit), c.Of(e)
		trust, _, _ := strings.Cut(sources[c.Name], ":")
		if value == "" || slices.Contains(e.Locks, c.Name) || *have != "" && link.ParseTrust(trust) >= link.Catalogue {
			continue
		}
		former[c.Name] = lookup.Former{Value: *have, Source: sources[c.Name]}
		*have, sources[c.Name] = value, sourceOf(name)
	}
	if len(former) > 0 {
		e.Sources = sources
		if err := s.SaveFacts(ctx, tx, e); err != nil {
			return nil, err
		}
	}
	rows := make([]LinkRow, 0, len(f.Links))
	for _, l := range f.Links {
		rows = append(rows, LinkRow{EntityID: e.ID, URL: l, Trust: link.Catalogue, Catalogue: name})
	}
	if err := s.InsertLinks(ctx, tx, rows); err != nil || record == "" {
		return former, err
	}
	if f.Edition != nil {
		if err := s.saveEdition(ctx, tx, e.ID, name, record, *f.Edition, by.reasons); err != nil {
			return nil, err
		}
	}
	return former, tx.Block.Create().SetEntityID(e.ID).SetType(e.Type).SetKey(recordBlock(name, record, f.Edition)).
		OnConflictColumns(dbblock.FieldEntityID, dbblock.FieldKey).Ignore().Exec(ctx)
}

// recordBlocks begins the blocks of what catalogs know; those of names begin with other letters.
const recordBlocks = "id:"

// recordBlock is the block of entities that a catalog knows under one id and in one edition: they are compared however they are spelled.
func recordBlock(name, record string, e *lookup.Edition) string {
	if e != nil && e.Tag() != "" {
		record += "/" + e.Tag()
	}
	return database.Clip(recordBlocks+name+":"+record, 60) // bytes that the column takes
}

// IsRecordBlock reports whether a block comes from a catalog and not from a name.
func IsRecordBlock(key string) bool { return strings.HasPrefix(key, recordBlocks) }

// columnsOf are the facts of a record by the columns that the type has.
func columnsOf(t mention.Type, f lookup.Facts) map[string]string {
	out := map[string]string{"description": f.Description}
	switch t {
	case mention.Book:
		out["author"] = strings.Join(f.Authors, ", ")
	case mention.Product:
		out["company"] = strings.Join(f.Makers, ", ")
	case mention.Person:
		out["field"] = f.Field
	case mention.Company, mention.Sponsor:
		out["field"], out["country"] = f.Field, f.Country
	case mention.Location:
		out["country"] = f.Country
	}
	return out
}

// withdraw takes back what a catalog said about an entity, also about one that was merged into it: columns get back what they
// held unless somebody else has filled them since, links and editions go unless a moderator decided about them. The row of the
// lookup stays for the caller.
func (s *Store) withdraw(ctx context.Context, tx *db.Tx, e *db.Entity, name string) error {
	var former map[string]lookup.Former
	for _, l := range e.Edges.Lookups {
		if l.Catalogue != name {
			continue
		}
		former = l.Former
		block := recordBlock(name, l.Record, l.Facts.Edition)
		if _, err := tx.Block.Delete().Where(dbblock.EntityID(e.ID), dbblock.Key(block)).Exec(ctx); err != nil {
			return err
		}
	}
	sources, changed := maps.Clone(e.Sources), false
	for _, c := range FactColumns() {
		if sources[c.Name] != sourceOf(name) {
			continue
		}
		was := former[c.Name]
		*c.Of(e), changed = was.Value, true
		if delete(sources, c.Name); was.Source != "" {
			sources[c.Name] = was.Source
		}
	}
	if changed {
		e.Sources = sources
		if err := s.SaveFacts(ctx, tx, e); err != nil {
			return err
		}
	}
	if err := s.withdrawEditions(ctx, tx, e.ID, name); err != nil {
		return err
	}
	given := givenBy(e.ID, name)
	if some, err := tx.Link.Query().Where(given).Exist(ctx); err != nil || !some {
		return err // no change: what is kept for readers stays good
	}
	_, err := tx.Link.Delete().Where(given).Exec(ctx)
	return err
}

// givenBy selects the links that only a catalog's word stands for.
func givenBy(entityID int, name string) predicate.Link {
	return dblink.And(dblink.EntityID(entityID), dblink.Catalogue(name), dblink.DecisionEQ(dblink.DecisionNone))
}

// Record is a catalog's record that was accepted for an entity.
type Record struct {
	Catalogue string
	ID        string
	URL       string
	CheckedAt time.Time
	Facts     lookup.Facts
	Columns   []string    // whose value is the catalog's
	Channel   *db.Channel // of a podcast: the one of the directory that has its feed, nil when visitors see none
}

// Records returns what catalogs say about an entity, by their names.
func (s *Store) Records(ctx context.Context, e *db.Entity) ([]Record, error) {
	rows, err := s.RO.Lookup.Query().Where(dblookup.EntityID(e.ID), dblookup.OutcomeEQ(lookup.Accepted)).Order(dblookup.ByCatalogue()).All(ctx)
	if err != nil {
		return nil, s.Fault(err)
	}
	out := make([]Record, 0, len(rows))
	for _, l := range rows {
		r := Record{
			Catalogue: l.Catalogue, ID: l.Record, URL: lookup.Address(l.Catalogue, l.Record), CheckedAt: l.AskedAt, Facts: l.Facts,
		}
		for _, c := range FactColumns() {
			if e.Sources[c.Name] == sourceOf(l.Catalogue) {
				r.Columns = append(r.Columns, c.Name)
			}
		}
		if r.Channel, err = s.channelOfFeed(ctx, l.Facts.Feed); err != nil {
			return nil, err
		}
		out = append(out, r)
	}
	return out, nil
}

// channelOfFeed returns the channel that visitors see and that has a feed, under either scheme; nil when there is none.
func (s *Store) channelOfFeed(ctx context.Context, feed string) (*db.Channel, error) {
	_, place, ok := strings.Cut(feed, "://")
	if !ok {
		return nil, nil
	}
	c, err := s.RO.Channel.Query().
		Where(dbchannel.Platform(string(media.Feed)), dbchannel.ExternalIDIn("https://"+place, "http://"+place), withEpisodes(database.Viewer{})).
		Order(dbchannel.ByID()).First(ctx)
	if db.IsNotFound(err) {
		return nil, nil
	}
	return c, s.Fault(err)
}

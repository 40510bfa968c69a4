package catalogue

import (
	"cmp"
	"context"
	"slices"

	"entgo.io/ent/dialect/sql"

	"mentionary/ent/db"
	dbedition "mentionary/ent/db/edition"
	dbentity "mentionary/ent/db/entity"
	dblookup "mentionary/ent/db/lookup"
	"mentionary/ent/db/predicate"
	"mentionary/internal/lookup"
	"mentionary/internal/match"
	"mentionary/internal/mention"
)

const maxEditions = 20 // shown of one entity

// Edition is another edition of an entity's work.
type Edition struct {
	lookup.Edition
	Catalogue string
	Work      string     // the catalog's id of the work
	URL       string     // of the catalog's record of the edition, else of the work
	Entity    *db.Entity // nil when the directory does not have it
}

// saveEdition keeps which edition of a work an entity is. What a moderator decided about it stays.
func (s *Store) saveEdition(ctx context.Context, tx *db.Tx, entityID int, name, work string, e lookup.Edition, reasons []string) error {
	now := s.Now()
	return tx.Edition.Create().SetEntityID(entityID).SetCatalogue(name).SetWork(work).SetRecord(e.ID).SetLanguage(e.Language).
		SetTitle(e.Title).SetYear(e.Year).SetOriginal(e.Original).SetReasons(append([]string{lookup.EditionReason(name, work, e)}, reasons...)).
		SetCreatedAt(now).SetUpdatedAt(now).
		OnConflict(
			sql.ConflictColumns(dbedition.FieldEntityID, dbedition.FieldCatalogue, dbedition.FieldWork),
			sql.ResolveWith(func(u *sql.UpdateSet) {
				u.SetExcluded(dbedition.FieldRecord).SetExcluded(dbedition.FieldLanguage).SetExcluded(dbedition.FieldTitle).
					SetExcluded(dbedition.FieldYear).SetExcluded(dbedition.FieldOriginal).SetExcluded(dbedition.FieldReasons).
					SetExcluded(dbedition.FieldUpdatedAt)
			}),
		).Exec(ctx)
}

// editionsGivenBy selects the editions that only a catalog's word stands for.
func editionsGivenBy(entityID int, name string) predicate.Edition {
	return dbedition.And(dbedition.EntityID(entityID), dbedition.Catalogue(name), dbedition.DecisionEQ(dbedition.DecisionNone))
}

// withdrawEditions takes back which editions a catalog said an entity is.
func (*Store) withdrawEditions(ctx context.Context, tx *db.Tx, entityID int, name string) error {
	given := editionsGivenBy(entityID, name)
	if some, err := tx.Edition.Query().Where(given).Exist(ctx); err != nil || !some {
		return err // no change: what is kept for readers stays good
	}
	_, err := tx.Edition.Delete().Where(given).Exec(ctx)
	return err
}

// Editions returns the other editions of an entity's works: those that the directory has first, as far as visitors see them, then
// what catalogs know beside them. Where a moderator said that the entity is no edition of a work, nothing is said of that work.
func (s *Store) Editions(ctx context.Context, e *db.Entity) ([]Edition, error) {
	own, err := s.RO.Edition.Query().Where(dbedition.EntityID(e.ID), dbedition.DecisionEQ(dbedition.DecisionNone)).
		Order(dbedition.ByCatalogue(), dbedition.ByWork()).All(ctx)
	if err != nil || len(own) == 0 {
		return nil, s.Fault(err)
	}
	var out []Edition
	for _, o := range own {
		rows, err := s.RO.Edition.Query().
			Where(dbedition.Catalogue(o.Catalogue), dbedition.Work(o.Work), dbedition.EntityIDNEQ(e.ID),
				dbedition.DecisionEQ(dbedition.DecisionNone), dbedition.HasEntityWith(Listed)).
			WithEntity().Order(dbedition.ByID()).Limit(maxEditions).All(ctx)
		if err != nil {
			return nil, s.Fault(err)
		}
		for _, r := range rows {
			out = add(out, o, lookup.Edition{ID: r.Record, Language: r.Language, Title: r.Title, Year: r.Year, Original: r.Original}, r.Edges.Entity)
		}
	}
	for _, o := range own {
		said, err := s.RO.Lookup.Query().Where(dblookup.EntityID(e.ID), dblookup.Catalogue(o.Catalogue), dblookup.Record(o.Work),
			dblookup.OutcomeEQ(lookup.Accepted)).Only(ctx)
		if db.IsNotFound(err) {
			continue // the word about what was merged into it: of that work nothing more is known here
		}
		if err != nil {
			return nil, s.Fault(err)
		}
		for _, x := range said.Facts.Editions {
			out = add(out, o, x, nil)
		}
	}
	slices.SortStableFunc(out, func(a, b Edition) int {
		switch {
		case a.Entity != nil && b.Entity == nil:
			return -1
		case a.Entity == nil && b.Entity != nil:
			return 1
		}
		return lookup.CompareEditions(a.Edition, b.Edition)
	})
	return out[:min(len(out), maxEditions)], nil
}

// add adds an edition unless it is there: two catalogs know many an edition both, and what an entity is called counts as its title.
func add(list []Edition, of *db.Edition, x lookup.Edition, entity *db.Entity) []Edition {
	key := match.Key(mention.Book, x.Title)
	for i, have := range list {
		same := entity != nil && have.Entity != nil && have.Entity.ID == entity.ID ||
			(have.Language == x.Language || have.Language == "" || x.Language == "") && (match.Key(mention.Book, have.Title) == key ||
				have.Entity != nil && have.Entity.Key == key)
		if same {
			list[i].Year, list[i].Language = cmp.Or(have.Year, x.Year), cmp.Or(have.Language, x.Language)
			return list
		}
	}
	return append(list, Edition{
		Edition: x, Catalogue: of.Catalogue, Work: of.Work, URL: lookup.Address(of.Catalogue, cmp.Or(x.ID, of.Work)), Entity: entity,
	})
}

// EditionRow is what a catalog says of an entity as an edition, with what a moderator decided about it.
type EditionRow struct {
	*db.Edition
	Others []*db.Entity // that are editions of the same work and were not taken out of it
}

// EditionRows returns of which works an entity is an edition, also those of which a moderator said that it is none.
func (*Store) EditionRows(ctx context.Context, tx *db.Tx, entityID int) ([]EditionRow, error) {
	own, err := tx.Edition.Query().Where(dbedition.EntityID(entityID)).Order(dbedition.ByCatalogue(), dbedition.ByWork()).All(ctx)
	if err != nil {
		return nil, err
	}
	var out []EditionRow
	for _, o := range own {
		others, err := tx.Entity.Query().Where(dbentity.MergedIntoIsNil(), dbentity.IDNEQ(entityID), dbentity.HasEditionsWith(
			dbedition.Catalogue(o.Catalogue), dbedition.Work(o.Work), dbedition.DecisionEQ(dbedition.DecisionNone))).
			Order(dbentity.ByMentionCount(sql.OrderDesc()), dbentity.ByID()).Limit(maxEditions).All(ctx)
		if err != nil {
			return nil, err
		}
		out = append(out, EditionRow{Edition: o, Others: others})
	}
	return out, nil
}

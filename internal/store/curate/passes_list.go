package curate

import (
	"context"
	"slices"

	"entgo.io/ent/dialect/sql"

	"mentionary/ent/db"
	dbentity "mentionary/ent/db/entity"
	dblink "mentionary/ent/db/link"
	dblookup "mentionary/ent/db/lookup"
	dbpass "mentionary/ent/db/pass"
	"mentionary/internal/mention"
	"mentionary/internal/store/catalogue"
	"mentionary/internal/store/database"
	"mentionary/internal/work"
)

// PassState is a pass with what came of it so far.
type PassState struct {
	*Pass
	Valid, Invalid, Unknown int // links of entities that are done, when it checks links
	PassCounts                  // when it looks for duplicates
}

// Ref names the pass and its workflow.
func (p PassState) Ref() PassRef { return passRef(p.Pass) }

// PassFilter selects passes. Empty fields do not limit.
type PassFilter struct {
	Kind   work.PassKind
	Type   string
	Limit  int // 0: MaxPage
	Offset int
}

// Passes lists passes, newest first, and the number of all.
func (s *Store) Passes(ctx context.Context, f PassFilter) ([]PassState, int, error) {
	return database.ReadPage(ctx, s.DB, func(ctx context.Context, tx *db.Tx) ([]PassState, int, error) {
		q := tx.Pass.Query()
		if f.Kind != "" {
			q.Where(dbpass.KindEQ(f.Kind))
		}
		if f.Type != "" {
			q.Where(dbpass.TypeEQ(mention.Type(f.Type)))
		}
		total, err := q.Clone().Count(ctx)
		if err != nil {
			return nil, 0, err
		}
		rows, err := q.Order(dbpass.ByID(sql.OrderDesc())).Limit(database.PageSize(f.Limit)).Offset(f.Offset).All(ctx)
		if err != nil {
			return nil, 0, err
		}
		out, err := s.counted(ctx, tx, rows)
		return out, total, err
	})
}

// PassWithCounts returns a pass with its counts so far.
func (s *Store) PassWithCounts(ctx context.Context, id int) (PassState, error) {
	return database.Read(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (PassState, error) {
		p, err := tx.Pass.Get(ctx, id)
		if err != nil {
			return PassState{}, err
		}
		out, err := s.counted(ctx, tx, []*Pass{p})
		if err != nil {
			return PassState{}, err
		}
		return out[0], nil
	})
}

// CancelPass ends a pass that runs; its workflow finds the row closed and stops. One that has ended stays as it is.
func (s *Store) CancelPass(ctx context.Context, id int, by database.Actor) (PassState, error) {
	err := s.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		p, err := tx.Pass.Get(ctx, id)
		if err != nil || p.State != work.PassLive {
			return err
		}
		if p, err = s.lockPass(ctx, tx, id); err != nil {
			return err
		}
		now := s.Now()
		err = tx.Pass.UpdateOneID(p.ID).SetState(work.PassCancelled).SetUpdatedAt(now).SetFinishedAt(now).Exec(ctx)
		if err != nil {
			return err
		}
		return s.Audit(ctx, tx, by, "pass.cancel", passObject(p.Kind, p.Type), map[string]any{"done": p.Done, "total": p.Total}, nil)
	})
	if err != nil {
		return PassState{}, err
	}
	return s.PassWithCounts(ctx, id)
}

// passObject names the passes of a kind and type in the audit log.
func passObject(kind work.PassKind, typ mention.Type) string {
	return "pass/" + string(kind) + "/" + string(typ)
}

// linksLookedAt are the addresses of the entities that a pass has dealt with, each once for an entity, and what is known of them.
const linksLookedAt = ` FROM (SELECT DISTINCT pr.pass_id, pr.id AS place, pr.entity_id, l.url FROM pass_results pr
	JOIN entities e ON e.id = pr.entity_id AND NOT e.hidden AND e.merged_into IS NULL
	JOIN links l ON l.entity_id = pr.entity_id AND l.decision = 'none'
	WHERE pr.outcome <> 'waiting' AND pr.pass_id IN `

// linkVerdict is what a link counts as.
const linkVerdict = `CASE c.state WHEN 'valid' THEN 'valid' WHEN 'broken' THEN 'invalid' ELSE 'unknown' END`

// counted adds what came of passes.
func (s *Store) counted(ctx context.Context, tx *db.Tx, rows []*Pass) ([]PassState, error) {
	out, at := make([]PassState, 0, len(rows)), map[int]int{}
	var ids []int
	for i, p := range rows {
		at[p.ID] = i
		out = append(out, PassState{Pass: p})
		switch p.Kind {
		case work.PassLinks:
			ids = append(ids, p.ID)
			continue
		case work.PassLookups:
			continue
		}
		counts, err := passOutcome(ctx, tx, p.ID)
		if err != nil {
			return nil, err
		}
		out[i].PassCounts = counts
	}
	if len(ids) == 0 {
		return out, nil
	}
	found, err := database.Query[struct {
		PassID  int    `sql:"pass_id"`
		Verdict string `sql:"verdict"`
		Links   int    `sql:"links"`
	}](ctx, s.DB, tx, `SELECT x.pass_id, `+linkVerdict+` AS verdict, COUNT(*) AS links`+linksLookedAt+database.In(ids)+`) x
		LEFT JOIN link_checks c ON c.url = x.url GROUP BY 1, 2`)
	for _, f := range found {
		p := &out[at[f.PassID]]
		switch f.Verdict {
		case "valid":
			p.Valid = f.Links
		case "invalid":
			p.Invalid = f.Links
		default:
			p.Unknown = f.Links
		}
	}
	return out, err
}

// PassResultFilter selects the entities of a pass.
type PassResultFilter struct {
	PassID int
	State  string // valid, invalid or unknown: with such a link; empty: all that are done
	Limit  int    // 0: MaxPage
	Offset int
}

// PassResults lists entities that a pass has dealt with and what is known about their links, in the order of its list, and the
// number of all.
func (s *Store) PassResults(ctx context.Context, f PassResultFilter) ([]CheckedEntity, int, error) {
	return database.ReadPage(ctx, s.DB, func(ctx context.Context, tx *db.Tx) ([]CheckedEntity, int, error) {
		if _, err := tx.Pass.Get(ctx, f.PassID); err != nil {
			return nil, 0, err
		}
		from, args := ` FROM pass_results pr JOIN entities e ON e.id = pr.entity_id AND NOT e.hidden AND e.merged_into IS NULL
			WHERE pr.pass_id = ? AND pr.outcome <> 'waiting'`, []any{f.PassID}
		if f.State != "" {
			from += ` AND EXISTS (SELECT 1 FROM links l LEFT JOIN link_checks c ON c.url = l.url
				WHERE l.entity_id = pr.entity_id AND l.decision = 'none' AND ` + linkVerdict + ` = ?)`
			args = append(args, f.State)
		}
		total, err := database.QueryRow[int](ctx, s.DB, tx, `SELECT COUNT(*)`+from, args...)
		if err != nil {
			return nil, 0, err
		}
		ids, err := database.Query[int](ctx, s.DB, tx, `SELECT pr.entity_id`+from+` ORDER BY pr.id LIMIT ? OFFSET ?`,
			append(args, database.PageSize(f.Limit), f.Offset)...)
		if err != nil {
			return nil, 0, err
		}
		out, err := checkedOf(ctx, tx, ids)
		return out, total, err
	})
}

// checkedOf returns entities with what is known about their links, in the order of ids. What is hidden or gone is left out.
func checkedOf(ctx context.Context, tx *db.Tx, ids []int) ([]CheckedEntity, error) {
	rows, err := tx.Entity.Query().Where(dbentity.IDIn(ids...), dbentity.Hidden(false), dbentity.MergedIntoIsNil()).
		WithLinks(func(q *db.LinkQuery) { q.Where(dblink.DecisionEQ(dblink.DecisionNone)).Order(dblink.ByID()) }).All(ctx)
	if err != nil {
		return nil, err
	}
	checks, err := checksOfLinks(ctx, tx, rows)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(rows, func(a, b *db.Entity) int { return slices.Index(ids, a.ID) - slices.Index(ids, b.ID) })
	out := make([]CheckedEntity, 0, len(rows))
	for _, e := range rows {
		out = append(out, CheckedEntity{Entity: e, Links: checkedLinks(e, checks)})
	}
	return out, nil
}

// shownLinks is every link of an entity with what is known and decided about it, each address once.
func shownLinks(ctx context.Context, tx *db.Tx, e *db.Entity) ([]CuratedLink, error) {
	rows, err := tx.Link.Query().Where(dblink.EntityID(e.ID)).Order(dblink.ByID()).Limit(catalogueLinks).All(ctx)
	if err != nil {
		return nil, err
	}
	byURL := map[string]*db.Link{}
	for _, l := range rows {
		if byURL[l.URL] == nil || l.Decision != dblink.DecisionNone {
			byURL[l.URL] = l
		}
	}
	all := &db.Entity{}
	all.Edges.Links = rows
	checks, err := checksOfLinks(ctx, tx, []*db.Entity{all})
	if err != nil {
		return nil, err
	}
	var out []CuratedLink
	for _, l := range checkedLinks(all, checks) {
		row := byURL[l.URL]
		out = append(out, CuratedLink{CheckedLink: l, Decision: string(row.Decision), Source: row.Source})
	}
	return out, nil
}

// CuratedLink is a link with what is known and decided about it.
type CuratedLink struct {
	CheckedLink
	Decision string // none, removed, ignored
	Source   string // whose word it is, by link.Trust
}

// catalogueLinks bounds how many rows of links are read of one entity.
const catalogueLinks = 1000

// Curated is an entity as moderators see it.
type Curated struct {
	catalogue.CuratedEntity
	Names    []NameUse
	Links    []CuratedLink
	Lookups  []*db.Lookup // what public catalogs said
	Editions []catalogue.EditionRow
}

// Curated returns an entity with its names and every link; the id of a merged one returns its survivor.
func (s *Store) Curated(ctx context.Context, id int) (Curated, error) {
	names, err := s.Names(ctx, id)
	if err != nil {
		return Curated{}, err
	}
	return database.Read(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (Curated, error) {
		e, err := catalogue.FindEntity(ctx, tx, id, database.Viewer{Moderator: true})
		if err != nil {
			return Curated{}, err
		}
		out := Curated{Names: names}
		if out.Links, err = shownLinks(ctx, tx, e); err != nil {
			return Curated{}, err
		}
		if out.Lookups, err = e.QueryLookups().Order(dblookup.ByCatalogue()).All(ctx); err != nil {
			return Curated{}, err
		}
		if out.Editions, err = s.catalogue.EditionRows(ctx, tx, e.ID); err != nil {
			return Curated{}, err
		}
		rows, err := s.catalogue.CuratedOf(ctx, tx, []*db.Entity{e})
		if err != nil {
			return Curated{}, err
		}
		out.CuratedEntity = rows[0]
		return out, nil
	})
}

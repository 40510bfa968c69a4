package catalogue

import (
	"context"
	"slices"

	"entgo.io/ent/dialect/sql"

	"mentionary/ent/db"
	dbepisode "mentionary/ent/db/episode"
	"mentionary/internal/store/database"
)

// Bounds of a search for episodes.
const (
	manyEpisodes = 1000 // where more are found, not all of them are put in order
	newestTitles = 5000 // episodes whose titles are read then
)

// lastPublished is the order of episodes of a search, after that by names.
const lastPublished = "published_at DESC NULLS LAST, id DESC"

// episodes finds episodes, those with the terms in their titles first, of these the newest first. Hardly any query finds many. One that
// does, the first letters of a word or "episode", is in so many titles that those of the newest episodes answer it.
func (q *search) episodes(ctx context.Context) error {
	ids, all, err := q.fewEpisodes(ctx)
	if err != nil {
		return err
	}
	if !all {
		if ids, err = q.newestTitled(ctx); err != nil {
			return err
		}
		if len(ids) < q.limit {
			return q.newest(ctx, q.s.Searched.Episode, q.s.foundTerms(searchEpisodes, q.t), namesFirstOrder(q.t))
		}
	}
	return q.readEpisodes(ctx, q.s.Searched.Episode, ids)
}

// fewEpisodes returns the best of at most manyEpisodes that are found, and whether these are all.
func (q *search) fewEpisodes(ctx context.Context) (ids []int, all bool, err error) {
	var found string
	var args []any
	for i, p := range q.s.partsOf(searchEpisodes, q.t) {
		found += []string{"", " UNION "}[min(i, 1)] + "SELECT * FROM (" + p.statement + " LIMIT ?) AS part"
		args = append(args, p.arg, manyEpisodes+1)
	}
	named, inName := q.t.inName("folded")
	const order = " ORDER BY other, " + lastPublished
	// Without a row that the viewer may see, one without an id tells how many are found.
	rows, err := database.Query[struct {
		ID    *int `sql:"id"`
		Found int  `sql:"found"`
	}](ctx, q.s.DB, q.s.Searched, "WITH found (id) AS ("+found+"), best AS (SELECT id, published_at, CASE WHEN "+named+
		" THEN 0 ELSE 1 END AS other FROM episodes WHERE id IN (SELECT id FROM found) AND is_processed"+q.v.VisibleIn("")+order+
		" LIMIT ?) SELECT id, counted.found FROM (SELECT count(*) AS found FROM found) AS counted LEFT JOIN best ON TRUE"+order,
		append(append(args, inName...), q.limit)...)
	for _, r := range rows {
		if r.ID != nil {
			ids = append(ids, *r.ID)
		}
	}
	return ids, len(rows) > 0 && rows[0].Found <= manyEpisodes, err
}

// newestTitled returns those of the newest episodes that have the terms in their titles; none for moderators, who see more than an index
// has in this order.
func (q *search) newestTitled(ctx context.Context) ([]int, error) {
	if q.v.Moderator {
		return nil, nil
	}
	named, inName := q.t.inName("folded")
	// SQLite takes the index for the least of some dates, not for the last of them.
	titled := " AND " + named + " AND published_at >= (SELECT min(published_at) FROM (SELECT published_at FROM episodes WHERE " +
		database.PublicEpisode + " ORDER BY " + lastPublished + " LIMIT ?) AS newest)"
	const from = "SELECT id, published_at FROM episodes WHERE "
	statement, args := from+database.PublicEpisode+titled, append(slices.Clone(inName), newestTitles)
	if q.v.SeesPrivate() {
		statement += " UNION ALL " + from + "owner_id = ? AND is_processed AND visibility <> 'public'" + titled
		args = append(append(args, q.v.UserID), args...)
	}
	return database.Query[int](ctx, q.s.DB, q.s.Searched, "SELECT id FROM ("+statement+") AS titled ORDER BY "+lastPublished+" LIMIT ?",
		append(args, q.limit)...)
}

// newest finds the newest episodes under a condition, all of which it puts in order.
func (q *search) newest(ctx context.Context, all *db.EpisodeClient, found condition, first ...dbepisode.OrderOption) error {
	order := append(first, dbepisode.ByPublishedAt(sql.OrderDesc(), sql.OrderNullsLast()), dbepisode.ByID(sql.OrderDesc()))
	ids, err := all.Query().Where(dbepisode.IsProcessed(true), q.v.Visible(), found).Order(order...).Limit(q.limit).IDs(ctx)
	if err != nil {
		return err
	}
	return q.readEpisodes(ctx, all, ids)
}

// readEpisodes reads what is shown. Long texts are read of these alone, not of all that are put in order.
func (q *search) readEpisodes(ctx context.Context, all *db.EpisodeClient, ids []int) (err error) {
	if len(ids) == 0 {
		return nil
	}
	q.out.Episodes, err = all.Query().Where(dbepisode.IsProcessed(true), q.v.Visible(), dbepisode.IDIn(ids...)).WithChannel().All(ctx)
	slices.SortFunc(q.out.Episodes, func(a, b *db.Episode) int { return slices.Index(ids, a.ID) - slices.Index(ids, b.ID) })
	return err
}

// misspelledEpisodes looks for episodes whose titles, or the names of whose channels, are spelled like the query, or that the entity is
// named in which the query nearly names.
func (q *search) misspelledEpisodes(ctx context.Context, best nameHit) error {
	if name, means := best.nearly(); means {
		return q.newest(ctx, q.s.Searched.Episode, q.s.foundTerms(searchEpisodes, readTerms(name)))
	}
	return q.s.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		alike := q.s.spelledAlike(tx, q.t)
		alike.meant = &best
		found, err := alike.condition(ctx, searchEpisodes)
		if err != nil || found == nil {
			return err
		}
		return q.newest(ctx, tx.Episode, found)
	})
}

package curate

import (
	"context"
	"maps"
	"runtime"
	"slices"
	"sync"

	"entgo.io/ent/dialect/sql"

	"mentionary/ent/db"
	dbentity "mentionary/ent/db/entity"
	dbresult "mentionary/ent/db/passresult"
	"mentionary/internal/match"
	"mentionary/internal/mention"
	"mentionary/internal/store/catalogue"
	"mentionary/internal/store/database"
)

// comparedAtOnce is how many entities a pass compares before it writes what it found: what a kill repeats.
const comparedAtOnce = 2000

// knownAtOnce bounds the entities that are kept prepared, at a bit more than a kilobyte each. A larger type is read more than once.
const knownAtOnce = 300_000

// PassDuplicates looks for other entities that are the same as those that a pass has not dealt with, at most limit of them: what
// certainly is gets merged into the one with more mentions, what may be is noted for review. It reads the directory once and compares in
// memory; before anything is merged, it looks again at what is stored. It reports whether there are more.
//
// Idempotent: an entity that the pass has dealt with is left alone.
func (s *Store) PassDuplicates(ctx context.Context, passID, limit int) (more bool, err error) {
	c, err := database.Read(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*comparer, error) {
		return s.newComparer(ctx, tx, passID, limit)
	})
	if err != nil {
		return false, err
	}
	for part := range slices.Chunk(c.waiting, comparedAtOnce) {
		if err := c.settle(ctx, part); err != nil {
			return false, err
		}
	}
	return c.more, nil
}

// comparer compares the entities of a pass with what shares most blocks with them.
type comparer struct {
	s        *Store
	passID   int
	typ      mention.Type
	waiting  []int
	more     bool
	room     int // merges that the pass may still make
	sharing  *match.Sharing
	distinct map[int]map[int]bool // which are marked as not the same, or are other editions of one work
	known    []*match.Entry       // what was read so far, by its place in sharing
	names    []match.Names        // theirs
	read     int                  // how many are known
}

// unlisted is what is known of an entity that lists no longer show: like nothing.
var unlisted = &match.Entry{}

func (s *Store) newComparer(ctx context.Context, tx *db.Tx, passID, limit int) (*comparer, error) {
	p, err := livePass(ctx, tx, passID)
	if err != nil {
		return nil, err
	}
	c := &comparer{s: s, passID: passID, typ: p.Type}
	if p.After != nil {
		err = c.readType(ctx, tx, *p.After)
	} else {
		err = c.readList(ctx, tx)
	}
	if err != nil {
		return nil, err
	}
	if len(c.waiting) > limit {
		c.waiting, c.more = c.waiting[:limit], true
	}
	if c.distinct, err = c.readDistinct(ctx, tx); err != nil {
		return nil, err
	}
	c.room, err = roomForMerges(ctx, tx, passID)
	return c, err
}

// readType reads what all entities of the type share.
func (c *comparer) readType(ctx context.Context, tx *db.Tx, after int) error {
	listed, err := database.Query[int](ctx, c.s.DB, tx,
		`SELECT id FROM entities WHERE type = ? AND `+database.ListedEntity("")+` ORDER BY id`, string(c.typ))
	if err != nil {
		return err
	}
	at, done := slices.BinarySearch(listed, after)
	if done {
		at++
	}
	c.waiting = listed[at:]
	c.share(listed)
	blocks, err := database.Query[string](ctx, c.s.DB, tx, `SELECT string_agg(CAST(entity_id AS TEXT), ',') FROM blocks WHERE type = ?
		GROUP BY key HAVING COUNT(*) BETWEEN 2 AND ?`, string(c.typ), match.MaxBlockSize)
	if err != nil {
		return err
	}
	for _, joined := range blocks {
		ids, err := database.JoinedIDs(joined)
		if err != nil {
			return err
		}
		c.sharing.AddBlock(ids)
	}
	return c.readKeys(ctx, tx, "")
}

// readList reads what the entities that wait on the pass's list share with others.
func (c *comparer) readList(ctx context.Context, tx *db.Tx) error {
	err := tx.PassResult.Query().Where(dbresult.PassID(c.passID), dbresult.Outcome(passWaiting)).Order(dbresult.ByID()).
		Select(dbresult.FieldEntityID).Scan(ctx, &c.waiting)
	if err != nil || len(c.waiting) == 0 {
		return err
	}
	of := database.In(c.waiting)
	keys, err := database.Query[string](ctx, c.s.DB, tx, `SELECT DISTINCT key FROM blocks WHERE type = ? AND entity_id IN `+of, string(c.typ))
	if err != nil {
		return err
	}
	blocks, err := c.s.publish.BlockMembers(ctx, tx, c.typ, keys)
	if err != nil {
		return err
	}
	sameKey := ` AND key IN (SELECT key FROM entities WHERE id IN ` + of + `)`
	all, err := database.Query[int](ctx, c.s.DB, tx, `SELECT id FROM entities WHERE type = ?`+sameKey, string(c.typ))
	if err != nil {
		return err
	}
	for _, ids := range blocks {
		all = append(all, ids...)
	}
	slices.Sort(all)
	var listed []int
	err = chunked(slices.Compact(all), func(part []int) error {
		ids, err := tx.Entity.Query().Where(dbentity.IDIn(part...), dbentity.TypeEQ(c.typ), catalogue.Listed).IDs(ctx)
		listed = append(listed, ids...)
		return err
	})
	if err != nil {
		return err
	}
	slices.Sort(listed)
	c.share(listed)
	for _, ids := range blocks {
		c.sharing.AddBlock(ids)
	}
	return c.readKeys(ctx, tx, sameKey)
}

// share begins with nothing known of what is listed.
func (c *comparer) share(listed []int) {
	c.sharing, c.known, c.names = match.NewSharing(listed), make([]*match.Entry, len(listed)), make([]match.Names, len(listed))
}

// readKeys reads which entities have the same key.
func (c *comparer) readKeys(ctx context.Context, tx *db.Tx, among string) error {
	same, err := database.Query[string](ctx, c.s.DB, tx, `SELECT string_agg(CAST(id AS TEXT), ',') FROM entities WHERE type = ?`+among+
		` GROUP BY key HAVING COUNT(*) > 1`, string(c.typ))
	if err != nil {
		return err
	}
	for _, joined := range same {
		ids, err := database.JoinedIDs(joined)
		if err != nil {
			return err
		}
		c.sharing.AddSameKey(ids)
	}
	return nil
}

// readDistinct reads which entities of the type, or what was merged into them, are marked as not the same or are other editions.
func (c *comparer) readDistinct(ctx context.Context, tx *db.Tx) (map[int]map[int]bool, error) {
	rows, err := database.Query[struct {
		Low        int `sql:"low_id"`
		High       int `sql:"high_id"`
		LowStands  int `sql:"low_stands"`
		HighStands int `sql:"high_stands"`
	}](ctx, c.s.DB, tx, `SELECT d.low_id, d.high_id, COALESCE(l.merged_into, l.id) AS low_stands, COALESCE(h.merged_into, h.id) AS high_stands
		FROM distinct_pairs d JOIN entities l ON l.id = d.low_id JOIN entities h ON h.id = d.high_id WHERE l.type = ?`, string(c.typ))
	if err != nil {
		return nil, err
	}
	distinct := map[int]map[int]bool{}
	apart := func(one int, others ...int) {
		if distinct[one] == nil {
			distinct[one] = map[int]bool{}
		}
		for _, other := range others {
			distinct[one][other] = true
		}
	}
	for _, r := range rows {
		for _, one := range []int{r.LowStands, r.HighStands} {
			apart(one, r.Low, r.High, r.LowStands, r.HighStands)
		}
	}
	if !hasEditions(c.typ) {
		return distinct, nil
	}
	editions, err := c.s.otherEditions(ctx, tx, 0)
	for one, others := range editions {
		apart(one, others...)
	}
	return distinct, err
}

// compared is what came of comparing an entity.
type compared struct {
	id      int
	with    int // 0: nothing is like it
	score   float64
	certain bool // that it is the same
	similar match.Similarity
}

// settle compares entities and writes what came of it. A merge is made as everything is stored at that moment; what it may have changed
// is compared again.
func (c *comparer) settle(ctx context.Context, ids []int) error {
	list, err := c.compare(ctx, ids)
	if err != nil {
		return err
	}
	for {
		n := slices.IndexFunc(list, func(x compared) bool { return x.certain && c.room > 0 })
		if n < 0 {
			return c.s.noteCompared(ctx, c.passID, list)
		}
		if err := c.s.noteCompared(ctx, c.passID, list[:n]); err != nil {
			return err
		}
		merged, err := c.s.settleDuplicate(ctx, c.passID, list[n].id)
		if err != nil {
			return err
		}
		if list = list[n+1:]; len(merged) == 0 {
			continue
		}
		changed, err := c.follow(ctx, merged)
		if err != nil {
			return err
		}
		if err := c.compareAgain(ctx, list, changed); err != nil {
			return err
		}
	}
}

// compareAgain compares those of a list anew for which something changed.
func (c *comparer) compareAgain(ctx context.Context, list []compared, changed map[int]bool) error {
	var ids, at []int
	for i, x := range list {
		if changed[x.id] {
			ids, at = append(ids, x.id), append(at, i)
		}
	}
	again, err := c.compare(ctx, ids)
	for i, x := range again {
		list[at[i]] = x
	}
	return err
}

// follow makes what is in memory follow merges. It returns for which entities comparing may come to something else now: what shares
// nothing with what was merged, and is apart from the same as before, comes to the same.
func (c *comparer) follow(ctx context.Context, merged []joined) (changed map[int]bool, err error) {
	changed = map[int]bool{}
	for _, m := range merged {
		c.room--
		c.sharing.Merge(m.gone, m.into)
		for _, id := range []int{m.gone, m.into} {
			if at, ok := c.sharing.Place(id); ok {
				c.known[at], c.names[at] = nil, nil
			}
			for _, other := range c.sharing.With(id) {
				changed[other] = true
			}
		}
	}
	before := c.distinct
	c.distinct, err = database.Read(ctx, c.s.DB, c.readDistinct)
	for _, list := range []map[int]map[int]bool{before, c.distinct} {
		for id := range list {
			if !maps.Equal(before[id], c.distinct[id]) {
				changed[id] = true
				c.sharing.Changed(id)
			}
		}
	}
	return changed, err
}

// compare compares entities with those that share most blocks with them. What was compared from the other side is not compared again.
func (c *comparer) compare(ctx context.Context, ids []int) ([]compared, error) {
	near := make([]match.Nearest, len(ids))
	inParallel(len(ids), func() func(i int) {
		count := c.sharing.NewCounting()
		return func(i int) { near[i] = count.Most(ids[i], maxCompared, c.distinct[ids[i]]) }
	})
	if err := c.s.Read(ctx, func(ctx context.Context, tx *db.Tx) error { return c.load(ctx, tx, near) }); err != nil {
		return nil, err
	}
	out, alike := make([]compared, len(ids)), make([][]int32, len(ids))
	inParallel(len(ids), func() func(i int) {
		return func(i int) { out[i], alike[i] = c.decide(ids[i], near[i]) }
	})
	for i, n := range near {
		c.sharing.Compared(n, alike[i])
	}
	return out, ctx.Err()
}

// inParallel does n things on all processors, each with its own tools.
func inParallel(n int, worker func() func(i int)) {
	workers := runtime.GOMAXPROCS(0)
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() {
			do := worker()
			for i := w; i < n; i += workers {
				do(i)
			}
		})
	}
	wg.Wait()
}

// load reads and prepares entities that are not known yet.
func (c *comparer) load(ctx context.Context, tx *db.Tx, near []match.Nearest) error {
	if c.read > knownAtOnce {
		clear(c.known)
		clear(c.names)
		c.read = 0
	}
	var missing []int
	for _, n := range near {
		for _, at := range append(n.All, n.At) {
			if at >= 0 && c.known[at] == nil {
				c.known[at] = unlisted
				missing = append(missing, c.sharing.ID(at))
			}
		}
	}
	c.read += len(missing)
	slices.Sort(missing) // neighbors lie together
	var rows []*db.Entity
	if err := chunked(missing, func(part []int) error {
		read, err := tx.Entity.Query().Where(dbentity.IDIn(part...), catalogue.Listed).WithAliases().WithLinks().
			Select(dbentity.FieldID, dbentity.FieldType, dbentity.FieldName, dbentity.FieldAuthor, dbentity.FieldCompany, dbentity.FieldCountry,
				dbentity.FieldTitle, dbentity.FieldMentionCount, dbentity.FieldDisambiguator).All(ctx)
		rows = append(rows, read...)
		return err
	}); err != nil {
		return err
	}
	inParallel(len(rows), func() func(i int) {
		return func(i int) {
			entry := entryOf(rows[i])
			if at, ok := c.sharing.Place(entry.ID); ok {
				entry.Known = entry.Prepared(c.typ)
				c.known[at], c.names[at] = &entry, match.NamesOf(c.typ, entry.Known)
			}
		}
	})
	return nil
}

// decide decides as duplicates.compare does, and returns the places of what may be the same. What comparing names refuses need not be
// looked at by that, unless something is certain: then everything counts that could stand against it.
func (c *comparer) decide(id int, near match.Nearest) (out compared, alike []int32) {
	out.id = id
	if near.At < 0 || c.known[near.At] == unlisted {
		return out, nil
	}
	e, names := c.known[near.At], c.names[near.At]
	match.ReadAhead(c.names, near.Open)
	for _, other := range near.Open {
		if names.MayBeSame(c.names[other]) {
			alike = append(alike, other)
		}
	}
	alike = append(alike, near.Alike...)
	if len(alike) == 0 {
		return out, nil
	}
	d := match.DecideDuplicate(c.typ, *e, c.entries(alike))
	if d.Score >= match.ThresholdAttach {
		d = match.DecideDuplicate(c.typ, *e, c.entries(near.All))
	}
	if d.Action == match.Create {
		return out, alike
	}
	with, _ := c.sharing.Place(d.ID)
	out.with, out.score, out.certain = d.ID, d.Score, d.Action == match.Attach
	out.similar = names.Compare(c.names[with])
	return out, alike
}

// entries are what is listed at some places.
func (c *comparer) entries(places []int32) []match.Entry {
	out := make([]match.Entry, 0, len(places))
	for _, at := range places {
		if o := c.known[at]; o != unlisted {
			out = append(out, *o)
		}
	}
	return out
}

// noteCompared writes what comparing came to, in one transaction. What another worker has dealt with meanwhile stays.
func (s *Store) noteCompared(ctx context.Context, passID int, list []compared) error {
	if len(list) == 0 {
		return nil
	}
	return s.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		p, err := s.lockPass(ctx, tx, passID)
		if err != nil {
			return err
		}
		if p.After != nil {
			list = slices.DeleteFunc(slices.Clone(list), func(x compared) bool { return x.id <= *p.After })
			if len(list) == 0 {
				return nil
			}
		}
		var apart []int
		var review []*db.PassResultCreate
		for _, x := range list {
			if x.with == 0 {
				apart = append(apart, x.id)
				continue
			}
			review = append(review, tx.PassResult.Create().SetPassID(passID).SetEntityID(x.id).SetOutcome(passReview).
				SetDetail(reviewDetail(x.with, x.score, x.similar)))
		}
		for part := range slices.Chunk(review, database.BulkRows) {
			if err := tx.PassResult.CreateBulk(part...).OnConflict(sql.ConflictColumns(dbresult.FieldPassID, dbresult.FieldEntityID),
				sql.ResolveWith(func(u *sql.UpdateSet) { u.SetExcluded(dbresult.FieldOutcome).SetExcluded(dbresult.FieldDetail) }),
				sql.UpdateWhere(sql.ExprP("pass_results.outcome = 'waiting'"))).Exec(ctx); err != nil {
				return err
			}
		}
		if p.After == nil {
			if err := tx.PassResult.Update().SetOutcome(passApart).Where(dbresult.PassID(passID), dbresult.EntityIDIn(apart...),
				dbresult.Outcome(passWaiting)).Exec(ctx); err != nil {
				return err
			}
		}
		return s.passed(ctx, tx, p, len(list), list[len(list)-1].id)
	})
}

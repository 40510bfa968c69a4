package catalogue

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"entgo.io/ent/dialect/sql"

	"mentionary/ent/db"
	dbentity "mentionary/ent/db/entity"
	dbepisode "mentionary/ent/db/episode"
	dbepisodeentity "mentionary/ent/db/episodeentity"
	dblink "mentionary/ent/db/link"
	dblinkcheck "mentionary/ent/db/linkcheck"
	"mentionary/ent/db/predicate"
	dbrun "mentionary/ent/db/run"
	"mentionary/internal/fault"
	"mentionary/internal/link"
	"mentionary/internal/store/database"
)

// Bounds of links.
const (
	MaxClaimedLinks = 10 // addresses that one episode may claim for one entity
	brokenAfter     = 3  // days without an answer after which an address counts as broken
)

// LinkRow is a link to store.
type LinkRow struct {
	EntityID  int
	URL       string // canonical
	Trust     link.Trust
	ChannelID int    // whose claim it is, 0 when nobody's
	Catalogue string // the public catalog that gave it, or ListedCatalogue; empty when a show or a moderator did
}

// ListedCatalogue marks links by the built-in lists of well-known things: nobody said them, so they hold nothing and prove nothing.
const ListedCatalogue = "listed"

// InsertLinks stores links that are not there yet, raises claims that two channels share to agreed, and gives addresses
// that were checked before their verdict. What a moderator took away stays away, and an entity whose links are locked gets
// none but a moderator's.
func (s *Store) InsertLinks(ctx context.Context, tx *db.Tx, links []LinkRow) error {
	links, err := s.allowedLinks(ctx, tx, links)
	if err != nil || len(links) == 0 {
		return err
	}
	now := s.Now()
	var rows []*db.LinkCreate
	var entities []int
	seen := map[LinkRow]bool{}
	for _, l := range links {
		at := LinkRow{EntityID: l.EntityID, URL: l.URL, ChannelID: l.ChannelID}
		if seen[at] {
			continue // two names of one entity may claim one address, and PostgreSQL takes a row once in a statement
		}
		seen[at] = true
		entities = append(entities, l.EntityID)
		rows = append(rows, tx.Link.Create().SetEntityID(l.EntityID).SetKind(string(link.KindOf(l.URL))).SetURL(l.URL).
			SetSource(l.Trust.String()).SetChannelID(l.ChannelID).SetCatalogue(l.Catalogue).SetCreatedAt(now).SetUpdatedAt(now))
	}
	for part := range slices.Chunk(rows, database.BulkRows) {
		err := tx.Link.CreateBulk(part...).OnConflict(sql.ConflictColumns(dblink.FieldEntityID, dblink.FieldURL, dblink.FieldChannelID),
			sql.UpdateWhere(sql.ExprP("links.kind <> excluded.kind"))). // what an older release took for another
			Update(func(u *db.LinkUpsert) { u.UpdateKind() }).Exec(ctx)
		if err != nil {
			return err
		}
	}
	slices.Sort(entities)
	for part := range slices.Chunk(slices.Compact(entities), database.IDChunk) {
		if err := s.settleLinks(ctx, tx, part, now); err != nil {
			return err
		}
	}
	return nil
}

// LockLinks is the lock of an entity that keeps others than moderators from adding links; the other locks are columns.
const LockLinks = "links"

// allowedLinks leaves out what moderators have decided against.
func (s *Store) allowedLinks(ctx context.Context, tx *db.Tx, links []LinkRow) ([]LinkRow, error) {
	var ids []int
	for _, l := range links {
		if l.Trust != link.Admin {
			ids = append(ids, l.EntityID)
		}
	}
	slices.Sort(ids)
	type place struct {
		entity int
		url    string
	}
	locked, removed := map[int]bool{}, map[place]bool{}
	for part := range slices.Chunk(slices.Compact(ids), database.IDChunk) {
		entities, err := tx.Entity.Query().Where(dbentity.IDIn(part...)).Select(dbentity.FieldID, dbentity.FieldLocks).All(ctx)
		if err != nil {
			return nil, err
		}
		for _, e := range entities {
			locked[e.ID] = slices.Contains(e.Locks, LockLinks)
		}
		gone, err := tx.Link.Query().Where(dblink.EntityIDIn(part...), dblink.DecisionEQ(dblink.DecisionRemoved)).All(ctx)
		if err != nil {
			return nil, err
		}
		for _, l := range gone {
			removed[place{l.EntityID, l.URL}] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(links), func(l LinkRow) bool {
		return l.Trust != link.Admin && (locked[l.EntityID] || removed[place{l.EntityID, l.URL}])
	}), nil
}

// settleLinks raises claims of entities that another channel shares to agreed, and gives links that are new the verdict on
// their address.
func (s *Store) settleLinks(ctx context.Context, tx *db.Tx, entityIDs []int, now time.Time) error {
	err := s.Exec(ctx, tx, `UPDATE links SET source = ?, updated_at = ?
		WHERE entity_id IN `+database.In(entityIDs)+` AND source = ? AND channel_id > 0 AND EXISTS (SELECT 1 FROM links o
			WHERE o.entity_id = links.entity_id AND o.url = links.url AND o.channel_id > 0 AND o.channel_id <> links.channel_id)`,
		link.Agreed.String(), now, link.Claimed.String())
	if err != nil {
		return err
	}
	return s.Exec(ctx, tx, `UPDATE links SET state = (SELECT c.state FROM link_checks c WHERE c.url = links.url)
		WHERE entity_id IN `+database.In(entityIDs)+` AND state = 'unchecked'
		AND EXISTS (SELECT 1 FROM link_checks c WHERE c.url = links.url)`)
}

// NewLink is an address found for an entity.
type NewLink struct {
	URL   string
	Trust link.Trust
}

// AddLinks stores addresses of an entity that a catalog or an admin gave. Unusable addresses are skipped.
//
// Idempotent: links are keyed by entity, address and channel.
func (s *Store) AddLinks(ctx context.Context, entityID int, links []NewLink) error {
	var rows []LinkRow
	for _, l := range links {
		url, err := link.Canonical(l.URL)
		if err != nil {
			continue
		}
		rows = append(rows, LinkRow{EntityID: entityID, URL: url, Trust: l.Trust})
	}
	if len(rows) == 0 {
		return nil
	}
	return s.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := s.InsertLinks(ctx, tx, rows); err != nil {
			return err
		}
		return s.Raise(ctx, tx)
	})
}

// AddListed stores canonical addresses of well-known things by the ids of their entities.
//
// Idempotent, as AddLinks is.
func (s *Store) AddListed(ctx context.Context, byEntity map[int][]string) error {
	var rows []LinkRow
	for _, id := range slices.Sorted(maps.Keys(byEntity)) {
		for _, url := range byEntity[id] {
			rows = append(rows, LinkRow{EntityID: id, URL: url, Trust: link.Listed, Catalogue: ListedCatalogue})
		}
	}
	if len(rows) == 0 {
		return nil
	}
	return s.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := s.InsertLinks(ctx, tx, rows); err != nil {
			return err
		}
		return s.Raise(ctx, tx)
	})
}

// EntitiesOfRun returns the entities of a run's episode with their aliases and links, by id.
func (s *Store) EntitiesOfRun(ctx context.Context, runID int) ([]*db.Entity, error) {
	return database.Read(ctx, s.DB, func(ctx context.Context, tx *db.Tx) ([]*db.Entity, error) {
		run, err := tx.Run.Query().Where(dbrun.ID(runID)).Only(ctx)
		if err != nil {
			return nil, err
		}
		ids, err := s.EntitiesOfEpisode(ctx, tx, run.EpisodeID)
		if err != nil {
			return nil, err
		}
		out, err := EntitiesWithLinks(ctx, tx, ids)
		return slices.DeleteFunc(out, func(e *db.Entity) bool { return e.MergedInto != nil }), err
	})
}

// CountedInRun returns the ids of the entities with mentions that count in a run's episode.
func (s *Store) CountedInRun(ctx context.Context, runID int) ([]int, error) {
	return s.RO.EpisodeEntity.Query().Where(mentionedInRun(runID), dbepisodeentity.MentionCountGT(0)).
		Select(dbepisodeentity.FieldEntityID).Ints(ctx)
}

// mentionedInRun limits occurrences to those in a run's episode.
func mentionedInRun(runID int) predicate.EpisodeEntity {
	return dbepisodeentity.HasEpisodeWith(dbepisode.HasRunsWith(dbrun.ID(runID)))
}

// LinksToCheck returns distinct addresses of the run's entities that were not checked since olderThan, at most limit,
// those that were never checked first. Those that only our own lists know are not among them: nobody waits for these.
func (s *Store) LinksToCheck(ctx context.Context, runID int, olderThan time.Time, limit int) ([]string, error) {
	return database.Read(ctx, s.DB, func(ctx context.Context, tx *db.Tx) ([]string, error) {
		ids, err := tx.EpisodeEntity.Query().Where(mentionedInRun(runID)).Select(dbepisodeentity.FieldEntityID).Ints(ctx)
		if err != nil {
			return nil, err
		}
		return s.dueLinks(ctx, tx, LinksDue{Judged: olderThan, Unjudged: olderThan}, limit,
			`l.entity_id IN `+database.In(ids)+` AND l.source <> ?`, link.Listed.String())
	})
}

// ListedToCheck returns addresses that only our own lists know and that were not checked since olderThan, at most limit, those that were
// never checked first.
func (s *Store) ListedToCheck(ctx context.Context, olderThan time.Time, limit int) ([]string, error) {
	return database.Read(ctx, s.DB, func(ctx context.Context, tx *db.Tx) ([]string, error) {
		return s.dueLinks(ctx, tx, LinksDue{Judged: olderThan, Unjudged: olderThan}, limit, `l.source = ?`, link.Listed.String())
	})
}

// LinksDue says which addresses are to be checked beside those that never were: what a check could judge when that was before Judged,
// what none could when it was asked before Unjudged.
type LinksDue struct{ Judged, Unjudged time.Time }

// LinksDueOf returns distinct addresses of entities that are due, at most limit, those that were never checked first.
func (s *Store) LinksDueOf(ctx context.Context, tx *db.Tx, entityIDs []int, due LinksDue, limit int) ([]string, error) {
	return s.dueLinks(ctx, tx, due, limit, `l.entity_id IN `+database.In(entityIDs))
}

// dueLinks returns addresses of the links of a sort, which a condition with its parameters describes, that are due, up to a limit.
func (s *Store) dueLinks(ctx context.Context, tx *db.Tx, due LinksDue, limit int, of string, args ...any) ([]string, error) {
	return database.Query[string](ctx, s.DB, tx, `SELECT l.url FROM links l LEFT JOIN link_checks c ON c.url = l.url
		WHERE `+of+` AND l.decision = 'none'
		AND (c.checked_at IS NULL OR c.checked_at < ? OR (c.state = 'unknown' AND c.checked_at < ?))
		GROUP BY l.url ORDER BY MIN(CASE WHEN c.checked_at IS NULL THEN 0 ELSE 1 END), MIN(l.id) LIMIT ?`,
		append(args, due.Judged.UTC(), due.Unjudged.UTC(), limit)...)
}

// LinkVerdict is what a check of an address found.
type LinkVerdict struct {
	URL       string
	State     string // valid, broken, unknown
	Reason    string
	FinalURL  string
	CheckedAt time.Time
	Failing   bool // an unknown that speaks against the address: robots turned away do not
}

// SaveLinkChecks keeps verdicts and gives them to every link with the address. No answer ("unknown") on three days in a
// row makes an address broken; several failures on one day count once, and an unknown that is not failing counts for
// nothing, neither way.
//
// Idempotent: verdicts are keyed by address; the same verdict of the same time counts once.
func (s *Store) SaveLinkChecks(ctx context.Context, verdicts []LinkVerdict) error {
	if len(verdicts) == 0 {
		return nil
	}
	sorted := slices.Clone(verdicts)
	slices.SortFunc(sorted, compareVerdicts)
	return s.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		for _, v := range sorted {
			if err := s.saveLinkCheck(ctx, tx, v); err != nil {
				return err
			}
		}
		return s.Raise(ctx, tx)
	})
}

// compareVerdicts orders by address, then time: the order of locking, and the last of several verdicts wins.
func compareVerdicts(a, b LinkVerdict) int {
	return cmp.Or(cmp.Compare(a.URL, b.URL), a.CheckedAt.Compare(b.CheckedAt))
}

func (s *Store) saveLinkCheck(ctx context.Context, tx *db.Tx, v LinkVerdict) error {
	q := tx.LinkCheck.Query().Where(dblinkcheck.URL(v.URL))
	if s.Postgres() {
		q.ForUpdate()
	}
	old, err := q.Only(ctx)
	if err != nil && !db.IsNotFound(err) {
		return err
	}
	at := v.CheckedAt.UTC().Truncate(time.Microsecond)
	if old != nil && at.Before(old.CheckedAt) {
		return nil // a later check has spoken
	}
	state, failures, reason := dblinkcheck.State(v.State), 0, v.Reason
	if err := dblinkcheck.StateValidator(state); err != nil {
		return fault.Wrap(fault.Internal, err, fault.Neutral)
	}
	if state == dblinkcheck.StateUnknown {
		if failures = failingDays(old, v, at); failures >= brokenAfter {
			state, reason = dblinkcheck.StateBroken, "no answer on three days in a row: "+v.Reason
		}
	}
	err = tx.LinkCheck.Create().SetURL(v.URL).SetState(state).SetReason(database.Clip(reason, 200)).
		SetFinalURL(database.Clip(v.FinalURL, 2048)).SetFailures(failures).SetCheckedAt(at).
		OnConflictColumns(dblinkcheck.FieldURL).UpdateNewValues().Exec(ctx)
	if err != nil {
		return err
	}
	return tx.Link.Update().Where(dblink.URL(v.URL)).SetState(dblink.State(state)).SetUpdatedAt(s.Now()).Exec(ctx)
}

// failingDays is the streak of days without an answer after an unknown. One that does not speak against the address (we
// were turned away, or our own line was down) leaves the streak as it was.
func failingDays(old *db.LinkCheck, v LinkVerdict, at time.Time) int {
	switch {
	case old == nil && v.Failing, old != nil && old.Failures == 0 && v.Failing:
		return 1
	case old == nil:
		return 0
	case v.Failing && at.Format(time.DateOnly) != old.CheckedAt.UTC().Format(time.DateOnly):
		return old.Failures + 1
	default:
		return old.Failures
	}
}

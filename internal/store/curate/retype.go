package curate

import (
	"context"
	"slices"
	"strconv"

	"entgo.io/ent/dialect/sql"

	"mentionary/ent/db"
	dbalias "mentionary/ent/db/alias"
	dbblock "mentionary/ent/db/block"
	dbchange "mentionary/ent/db/change"
	dbentity "mentionary/ent/db/entity"
	dbdecision "mentionary/ent/db/namedecision"
	"mentionary/internal/fault"
	"mentionary/internal/match"
	"mentionary/internal/mention"
	"mentionary/internal/store/database"
)

// Retype gives an entity another type, with everything that depends on it: keys, blocks, lists, counters. If the directory has
// this name under the new type already, the entity becomes part of that one. Names that episodes use with the former type lead
// to it from now on.
func (s *Store) Retype(ctx context.Context, id int, to mention.Type, by database.Actor) (Changed, error) {
	return database.Write(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (Changed, error) {
		e, after, err := s.toChange(ctx, tx, id)
		if err != nil {
			return Changed{}, err
		}
		if e.Type == to {
			return Changed{}, fault.Newf(fault.Conflict, "“%s” is already a %s.", e.Name, to)
		}
		same, err := sameUnder(ctx, tx, e, to)
		if err != nil {
			return Changed{}, err
		}
		c := newChange{
			kind: dbchange.KindRetype, entityID: e.ID, by: by,
			before: map[string]string{"type": string(e.Type)}, after: map[string]string{"type": string(to)},
		}
		if same != nil {
			if err := s.lockForMerge(ctx, tx, []int{e.ID, same.ID}); err != nil {
				return Changed{}, err
			}
		}
		if err := s.turn(ctx, tx, e, to, &c.inverse); err != nil {
			return Changed{}, err
		}
		if c.inverse.Forgotten, err = s.catalogue.ForgetLookups(ctx, tx, e.ID); err != nil { // they spoke of a thing of the former type
			return Changed{}, err
		}
		if same != nil {
			if c.mergeID, err = s.mergeRetyped(ctx, tx, same.ID, e.ID, by); err != nil {
				return Changed{}, err
			}
			c.otherID, c.after["into"] = same.ID, same.Name
		}
		return s.record(ctx, tx, c, after)
	})
}

// sameUnder finds the entity that has the name under another type: the one that is not told apart from others, or the most
// mentioned. It returns nil when there is none.
func sameUnder(ctx context.Context, tx *db.Tx, e *db.Entity, typ mention.Type) (*db.Entity, error) {
	rows, err := tx.Entity.Query().Where(dbentity.TypeEQ(typ), dbentity.Key(match.Key(typ, e.Name)), dbentity.MergedIntoIsNil()).
		Order(dbentity.ByDisambiguator(), dbentity.ByMentionCount(sql.OrderDesc()), dbentity.ByID()).All(ctx)
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	if rows[0].Hidden {
		return nil, fault.Newf(fault.Conflict, "There is a hidden %s of this name (entity %d). Show it again first.", typ, rows[0].ID)
	}
	return rows[0], nil
}

// mergeRetyped makes a retyped entity part of the one that has its name.
func (s *Store) mergeRetyped(ctx context.Context, tx *db.Tx, survivorID, id int, by database.Actor) (int, error) {
	p, err := mergePair(ctx, tx, survivorID, id)
	if err != nil {
		return 0, err
	}
	in := NewMerge{SurvivorID: survivorID, By: by, Reasons: []string{"the same name, once its type was corrected"}}
	if err := s.settleDistinct(ctx, tx, p, by); err != nil {
		return 0, err
	}
	made, err := s.merge(ctx, tx, p, in)
	if err != nil {
		return 0, err
	}
	return made, s.auditMerge(ctx, tx, in, made, []int{id}, []string{p.merged.Name})
}

// turn changes the type of an entity and of everything that holds it.
func (s *Store) turn(ctx context.Context, tx *db.Tx, e *db.Entity, to mention.Type, inv *changeInverse) error {
	counted, err := channelRowsOf(ctx, tx, e.ID)
	if err != nil {
		return err
	}
	inv.channelRows = counted
	was, now := identityOf(e), identityOf(e)
	now.Type, now.Key = to, match.Key(to, e.Name)
	taken, err := tx.Entity.Query().
		Where(dbentity.TypeEQ(to), dbentity.Key(now.Key), dbentity.Disambiguator(now.Disambiguator), dbentity.IDNEQ(e.ID)).Exist(ctx)
	if err != nil {
		return err
	}
	if taken { // by an entity that this one becomes part of, or that is part of another one
		now.Disambiguator = "was " + string(was.Type) + " " + strconv.Itoa(e.ID)
	}
	inv.Identity = &[2]identity{was, now}
	if err := s.setIdentity(ctx, tx, e.ID, now); err != nil {
		return err
	}
	for _, step := range []func(context.Context, *db.Tx, *db.Entity, identity, *changeInverse) error{
		s.rememberNames, s.turnAliases, s.turnBlocks,
	} {
		if err := step(ctx, tx, e, now, inv); err != nil {
			return err
		}
	}
	return s.countAs(ctx, tx, e.ID, to, inv.Channels)
}

// rememberNames lets the names lead to the entity under the former type too.
func (s *Store) rememberNames(ctx context.Context, tx *db.Tx, e *db.Entity, _ identity, inv *changeInverse) error {
	keys := []string{e.Key}
	for _, a := range e.Edges.Aliases {
		keys = append(keys, a.Key)
	}
	slices.Sort(keys)
	for _, key := range slices.Compact(keys) {
		known, err := tx.NameDecision.Query().Where(dbdecision.TypeEQ(e.Type), dbdecision.Key(key), dbdecision.EntityID(e.ID)).Exist(ctx)
		if err != nil {
			return err
		}
		if known {
			continue
		}
		d, err := tx.NameDecision.Create().SetEntityID(e.ID).SetType(e.Type).SetKey(key).Save(ctx)
		if err != nil {
			return err
		}
		inv.MadeDecisions = append(inv.MadeDecisions, d.ID)
	}
	return nil
}

// turnAliases gives further names the new type. Two that are one name under it become one.
func (s *Store) turnAliases(ctx context.Context, tx *db.Tx, e *db.Entity, now identity, inv *changeInverse) error {
	aliases := slices.Clone(e.Edges.Aliases)
	slices.SortFunc(aliases, func(a, b *db.Alias) int { return a.ID - b.ID })
	taken := map[string]bool{now.Key: true}
	var kept []*db.Alias
	for _, a := range aliases {
		key := match.Key(now.Type, a.Name)
		if taken[key] {
			inv.GoneAliases = append(inv.GoneAliases, aliasRowOf(a))
			continue
		}
		taken[key] = true
		inv.TurnedAliases = append(inv.TurnedAliases, aliasRowOf(a))
		kept = append(kept, a)
	}
	var gone []int
	for _, a := range inv.GoneAliases {
		gone = append(gone, a.ID)
	}
	if _, err := tx.Alias.Delete().Where(dbalias.IDIn(gone...)).Exec(ctx); err != nil {
		return err
	}
	return setAliases(ctx, tx, kept, func(a *db.Alias) (mention.Type, string) { return now.Type, match.Key(now.Type, a.Name) })
}

// setAliases gives aliases of one entity types and keys. Keys may change places, so all of them first get one that none has.
func setAliases(ctx context.Context, tx *db.Tx, rows []*db.Alias, to func(*db.Alias) (mention.Type, string)) error {
	for _, a := range rows {
		if err := tx.Alias.UpdateOneID(a.ID).SetKey("turning " + strconv.Itoa(a.ID)).Exec(ctx); err != nil {
			return err
		}
	}
	for _, a := range rows {
		typ, key := to(a)
		if err := tx.Alias.UpdateOneID(a.ID).SetType(typ).SetKey(key).Exec(ctx); err != nil {
			return err
		}
	}
	return nil
}

// turnBlocks makes the entity findable among those of its new type, and no longer among those of the former one.
func (s *Store) turnBlocks(ctx context.Context, tx *db.Tx, e *db.Entity, now identity, inv *changeInverse) error {
	rows, err := tx.Block.Query().Where(dbblock.EntityID(e.ID)).Order(dbblock.ByID()).All(ctx)
	if err != nil {
		return err
	}
	for _, b := range rows {
		inv.GoneBlocks = append(inv.GoneBlocks, blockRow{ID: b.ID, Type: b.Type, Key: b.Key})
	}
	if _, err := tx.Block.Delete().Where(dbblock.EntityID(e.ID)).Exec(ctx); err != nil {
		return err
	}
	names := []string{e.Name}
	for _, a := range e.Edges.Aliases {
		names = append(names, a.Name)
	}
	_, err = s.addBlocks(ctx, tx, e.ID, now.Type, names)
	return err
}

// countAs gives the lists of an entity a type and counts them anew: sponsors count where they are paid for, all others in the
// conversation.
func (s *Store) countAs(ctx context.Context, tx *db.Tx, id int, typ mention.Type, channels []int) error {
	for _, table := range []string{"episode_entities", "channel_entities"} {
		if err := s.Exec(ctx, tx, `UPDATE `+table+` SET type = ? WHERE entity_id = ?`, string(typ), id); err != nil {
			return err
		}
	}
	episodes, err := s.episodesOf(ctx, tx, id)
	if err != nil {
		return err
	}
	return s.recountMerge(ctx, tx, []int{id}, episodes, channels)
}

package curate

import (
	"context"
	"maps"
	"slices"
	"strings"

	"mentionary/ent/db"
	dbalias "mentionary/ent/db/alias"
	dbblock "mentionary/ent/db/block"
	dbchange "mentionary/ent/db/change"
	dbentity "mentionary/ent/db/entity"
	"mentionary/internal/fault"
	"mentionary/internal/link"
	"mentionary/internal/match"
	"mentionary/internal/mention"
	"mentionary/internal/store/catalogue"
	"mentionary/internal/store/database"
	"mentionary/internal/store/publish"
)

// Edit asks to change what an entity says.
type Edit struct {
	ID    int
	Name  string            // empty: as it is
	Facts map[string]string // by column; an empty text empties it
	Locks *[]string         // columns that publishing must not fill or change, all of them; nil: as they are
	By    database.Actor
}

// Edit changes an entity's name, facts and locks. What a moderator writes has the trust of an admin. The former name stays a
// name of the entity, so that later episodes find it.
func (s *Store) Edit(ctx context.Context, in Edit) (Changed, error) {
	return database.Write(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (Changed, error) {
		e, after, err := s.toChange(ctx, tx, in.ID)
		if err != nil {
			return Changed{}, err
		}
		c := newChange{kind: dbchange.KindEdit, entityID: e.ID, before: map[string]string{}, after: map[string]string{}, by: in.By}
		for _, step := range []func(context.Context, *db.Tx, *db.Entity, Edit, *newChange) error{s.editName, s.editFacts, s.editLocks} {
			if err := step(ctx, tx, e, in, &c); err != nil {
				return Changed{}, err
			}
		}
		if len(c.after) == 0 {
			return Changed{}, fault.New(fault.BadInput, "Nothing has changed. Change something first, then save.")
		}
		return s.record(ctx, tx, c, after)
	})
}

// toChange reads and locks an entity that may be changed; an old id means the survivor of its merge. It also returns the moment
// before the change.
func (s *Store) toChange(ctx context.Context, tx *db.Tx, id int) (*db.Entity, Moment, error) {
	found, err := catalogue.FindEntity(ctx, tx, id, database.Viewer{Moderator: true})
	if err != nil {
		return nil, Moment{}, err
	}
	if err := s.lockForMerge(ctx, tx, []int{found.ID}); err != nil {
		return nil, Moment{}, err
	}
	e, err := loadEntity(ctx, tx, found.ID)
	if err != nil {
		return nil, Moment{}, err
	}
	switch {
	case e.MergedInto != nil:
		return nil, Moment{}, database.ErrMergedMeanwhile
	case e.Hidden:
		return nil, Moment{}, fault.Newf(fault.Conflict, "“%s” is hidden. Show it again before you change it.", e.Name)
	}
	now, err := Present(ctx, tx)
	return e, now, err
}

// editName gives the entity another name and keeps the former one as an alias.
func (s *Store) editName(ctx context.Context, tx *db.Tx, e *db.Entity, in Edit, c *newChange) error {
	name := database.Clip(strings.TrimSpace(in.Name), 500)
	if name == "" || name == e.Name {
		return nil
	}
	was := identityOf(e)
	now := was
	now.Name, now.Key, now.Slug, now.SortKey = name, match.Key(e.Type, name), catalogue.Slug(name, 80), match.SortKey(name)
	if now.Key != was.Key {
		if err := refuseTaken(ctx, tx, e.ID, now); err != nil {
			return err
		}
	}
	if err := s.setIdentity(ctx, tx, e.ID, now); err != nil {
		return err
	}
	c.inverse.Identity = &[2]identity{was, now}
	c.before["name"], c.after["name"] = was.Name, name
	if err := s.catalogue.RecountDoubts(ctx, tx, []int{e.ID}); err != nil { // they show it
		return err
	}
	if now.Key == was.Key {
		return nil
	}
	made, err := s.addAlias(ctx, tx, e.ID, e.Type, was.Name, publish.FormerName)
	if err != nil {
		return err
	}
	c.inverse.MadeAliases = made
	c.inverse.MadeBlocks, err = s.addBlocks(ctx, tx, e.ID, e.Type, []string{name})
	return err
}

// refuseTaken refuses an identity that another entity has.
func refuseTaken(ctx context.Context, tx *db.Tx, id int, i identity) error {
	other, err := tx.Entity.Query().Where(dbentity.TypeEQ(i.Type), dbentity.Key(i.Key), dbentity.Disambiguator(i.Disambiguator),
		dbentity.IDNEQ(id)).Only(ctx)
	if db.IsNotFound(err) {
		return nil
	}
	if err != nil {
		return err
	}
	known := other.ID
	if other.MergedInto != nil {
		known = *other.MergedInto
	}
	return fault.Newf(fault.Conflict, "There is another %s of this name: “%s” (entity %d). Merge the two instead.",
		other.Type, other.Name, known)
}

// addAlias gives an entity a further name unless it has it, and returns the row it made.
func (s *Store) addAlias(ctx context.Context, tx *db.Tx, id int, typ mention.Type, name, source string) (idList, error) {
	key := match.Key(typ, name)
	known, err := tx.Alias.Query().Where(dbalias.EntityID(id), dbalias.Key(key)).Exist(ctx)
	if err != nil || known {
		return nil, err
	}
	a, err := tx.Alias.Create().SetEntityID(id).SetType(typ).SetKey(key).SetName(name).SetSource(source).SetConfirmed(true).
		SetCreatedAt(s.Now()).Save(ctx)
	if err != nil {
		return nil, err
	}
	return idList{a.ID}, nil
}

// addBlocks makes an entity findable by names and returns the rows it made.
func (s *Store) addBlocks(ctx context.Context, tx *db.Tx, id int, typ mention.Type, names []string) (idList, error) {
	have, err := tx.Block.Query().Where(dbblock.EntityID(id)).Select(dbblock.FieldKey).Strings(ctx)
	if err != nil {
		return nil, err
	}
	var made idList
	for _, name := range names {
		for _, key := range match.Blocks(typ, name) {
			if slices.Contains(have, key) {
				continue
			}
			have = append(have, key)
			b, err := tx.Block.Create().SetEntityID(id).SetType(typ).SetKey(key).Save(ctx)
			if err != nil {
				return nil, err
			}
			made = append(made, b.ID)
		}
	}
	return made, nil
}

// editFacts writes facts with the trust of an admin.
func (s *Store) editFacts(ctx context.Context, tx *db.Tx, e *db.Entity, in Edit, c *newChange) error {
	sources := maps.Clone(e.Sources)
	if sources == nil {
		sources = map[string]string{}
	}
	for _, col := range catalogue.FactColumns() {
		said, ok := in.Facts[col.Name]
		said = database.Clip(strings.TrimSpace(said), col.Limit)
		have := col.Of(e)
		if !ok || said == *have {
			continue
		}
		was := columnChange{Before: *have, After: said, SourceBefore: sources[col.Name], SourceAfter: link.Admin.String()}
		if said == "" {
			was.SourceAfter = ""
			delete(sources, col.Name)
		} else {
			sources[col.Name] = was.SourceAfter
		}
		if c.inverse.Columns == nil {
			c.inverse.Columns = map[string]columnChange{}
		}
		c.inverse.Columns[col.Name] = was
		c.before[col.Name], c.after[col.Name] = was.Before, was.After
		*have = said
	}
	if len(c.inverse.Columns) == 0 {
		return nil
	}
	return s.setFacts(ctx, tx, e, sources)
}

// Lockable are the names of what can be locked.
func Lockable() []string {
	out := []string{catalogue.LockLinks}
	for _, c := range catalogue.FactColumns() {
		out = append(out, c.Name)
	}
	return out
}

// editLocks locks and unlocks.
func (s *Store) editLocks(ctx context.Context, tx *db.Tx, e *db.Entity, in Edit, c *newChange) error {
	if in.Locks == nil {
		return nil
	}
	want := slices.Clone(*in.Locks)
	slices.Sort(want)
	want = slices.Compact(want)
	for _, l := range want {
		if !slices.Contains(Lockable(), l) {
			return fault.Newf(fault.BadInput, "“%s” cannot be locked. Choose links or one of the fields.", l).WithField("locks")
		}
		if !slices.Contains(e.Locks, l) {
			c.inverse.Locked = append(c.inverse.Locked, l)
		}
	}
	for _, l := range e.Locks {
		if !slices.Contains(want, l) {
			c.inverse.Unlocked = append(c.inverse.Unlocked, l)
		}
	}
	if len(c.inverse.Locked)+len(c.inverse.Unlocked) == 0 {
		return nil
	}
	c.before["locks"], c.after["locks"] = strings.Join(e.Locks, ", "), strings.Join(want, ", ")
	return s.setLocks(ctx, tx, e.ID, want)
}

// undoEdit takes an edit back, but for what somebody changed since.
func (s *Store) undoEdit(ctx context.Context, tx *db.Tx, c *db.Change, inv changeInverse) error {
	e, err := loadEntity(ctx, tx, c.EntityID)
	if err != nil {
		return err
	}
	if inv.Identity != nil {
		if err := s.returnIdentity(ctx, tx, e, inv.Identity[0]); err != nil {
			return err
		}
		if _, err := tx.Alias.Delete().Where(dbalias.IDIn(inv.MadeAliases...)).Exec(ctx); err != nil {
			return err
		}
		if _, err := tx.Block.Delete().Where(dbblock.IDIn(inv.MadeBlocks...)).Exec(ctx); err != nil {
			return err
		}
	}
	if err := s.returnFacts(ctx, tx, e, inv.Columns); err != nil {
		return err
	}
	return s.returnLocks(ctx, tx, e, inv)
}

// returnIdentity gives an entity its former identity back, unless another one has it now.
func (s *Store) returnIdentity(ctx context.Context, tx *db.Tx, e *db.Entity, was identity) error {
	if err := refuseTaken(ctx, tx, e.ID, was); err != nil {
		return err
	}
	if err := s.setIdentity(ctx, tx, e.ID, was); err != nil {
		return err
	}
	return s.catalogue.RecountDoubts(ctx, tx, []int{e.ID})
}

package curate

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"mentionary/ent/db"
	dbalias "mentionary/ent/db/alias"
	dbblock "mentionary/ent/db/block"
	dbchange "mentionary/ent/db/change"
	dblist "mentionary/ent/db/episodeentity"
	dbmention "mentionary/ent/db/mention"
	"mentionary/internal/fault"
	"mentionary/internal/match"
	"mentionary/internal/mention"
	"mentionary/internal/store/catalogue"
	"mentionary/internal/store/database"
)

// Split asks to take names and mentions out of an entity.
type Split struct {
	ID       int
	Names    []string // of the entity: its own, or aliases; with them goes what was said under them
	Mentions []int    // further mentions, by id
	IntoID   int      // an entity of the same type; 0: a new one
	NewName  string   // of the new one; empty: the first of Names
	By       database.Actor
}

// maxSplitMentions bounds how many single mentions one split names.
const maxSplitMentions = 1000

// Split gives names and mentions of an entity to another one, or to a new one. The two are remembered as not the same.
func (s *Store) Split(ctx context.Context, in Split) (Changed, error) {
	return database.Write(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (Changed, error) {
		if len(in.Names)+len(in.Mentions) == 0 || len(in.Mentions) > maxSplitMentions {
			return Changed{}, fault.Newf(fault.BadInput, "Choose what to take out: names, or at most %d mentions.", maxSplitMentions).
				WithField("names")
		}
		e, after, err := s.toChange(ctx, tx, in.ID)
		if err != nil {
			return Changed{}, err
		}
		c := newChange{kind: dbchange.KindSplit, entityID: e.ID, by: in.By, before: map[string]string{"name": e.Name}}
		sp := &splitting{s: s, tx: tx, from: e, inv: &c.inverse}
		if err := sp.choose(ctx, in); err != nil {
			return Changed{}, err
		}
		if err := sp.target(ctx, in); err != nil {
			return Changed{}, err
		}
		if err := sp.move(ctx, in); err != nil {
			return Changed{}, err
		}
		c.otherID = sp.to.ID
		c.after = map[string]string{"into": sp.to.Name, "mentions": strconv.Itoa(len(c.inverse.Moved[tableMentions]))}
		if len(in.Names) > 0 {
			c.after["names"] = database.Clip(strings.Join(in.Names, ", "), 1000)
		}
		return s.record(ctx, tx, c, after)
	})
}

// splitting is a split under way.
type splitting struct {
	s        *Store
	tx       *db.Tx
	from, to *db.Entity
	inv      *changeInverse
	mentions []int
	episodes []int // of the mentions, by id
}

// choose collects the mentions: those named one by one, and those whose words are one of the names.
func (sp *splitting) choose(ctx context.Context, in Split) error {
	keys := map[string]bool{}
	for _, name := range in.Names {
		key := match.Key(sp.from.Type, name)
		has := key == sp.from.Key || slices.ContainsFunc(sp.from.Edges.Aliases, func(a *db.Alias) bool { return a.Key == key })
		if !has {
			return fault.Newf(fault.BadInput, "“%s” is not a name of “%s”.", name, sp.from.Name).WithField("names")
		}
		keys[key] = true
	}
	if keys[sp.from.Key] {
		return fault.New(fault.BadInput, "An entity keeps its own name. Take the other names out instead, or rename it first.").WithField("names")
	}
	surfaces, err := sp.s.surfaces(ctx, sp.tx, sp.from.ID)
	if err != nil {
		return err
	}
	var said []string
	for _, x := range surfaces {
		if keys[match.Key(sp.from.Type, x.Surface)] {
			said = append(said, x.Surface)
		}
	}
	chosen := dbmention.IDIn(in.Mentions...)
	if len(said) > 0 {
		chosen = dbmention.Or(chosen, dbmention.SurfaceIn(said...))
	}
	rows, err := sp.tx.Mention.Query().Where(dbmention.EntityID(sp.from.ID), chosen).Order(dbmention.ByID()).
		Select(dbmention.FieldID, dbmention.FieldEpisodeID).All(ctx)
	if err != nil {
		return err
	}
	found := map[int]bool{}
	for _, m := range rows {
		found[m.ID] = true
		sp.mentions, sp.episodes = append(sp.mentions, m.ID), append(sp.episodes, m.EpisodeID)
	}
	for _, id := range in.Mentions {
		if !found[id] {
			return fault.Newf(fault.NotFound, "Mention %d no longer belongs to this entity. Reload and choose again.", id).
				WithField("mentionIds")
		}
	}
	slices.Sort(sp.episodes)
	sp.episodes = slices.Compact(sp.episodes)
	return nil
}

// target finds or makes the entity that gets what is taken out.
func (sp *splitting) target(ctx context.Context, in Split) error {
	if in.IntoID == 0 {
		return sp.makeTarget(ctx, in)
	}
	to, _, err := sp.s.toChange(ctx, sp.tx, in.IntoID)
	if err != nil {
		return err
	}
	switch {
	case to.ID == sp.from.ID:
		return fault.New(fault.BadInput, "This is the same entity. Choose another one.").WithField("intoId")
	case to.Type != sp.from.Type:
		return fault.Newf(fault.BadInput, "“%s” is a %s. Choose a %s.", to.Name, to.Type, sp.from.Type).WithField("intoId")
	}
	sp.to = to
	return nil
}

func (sp *splitting) makeTarget(ctx context.Context, in Split) error {
	name := database.Clip(strings.TrimSpace(in.NewName), 500)
	if name == "" && len(in.Names) > 0 {
		name = in.Names[0]
	}
	if name == "" {
		return fault.New(fault.BadInput, "Give the new entity a name.").WithField("newName")
	}
	now := sp.s.Now()
	i := identity{
		Type: sp.from.Type, Key: match.Key(sp.from.Type, name), Name: name, Slug: catalogue.Slug(name, 80), SortKey: match.SortKey(name),
	}
	if i.Key == sp.from.Key { // two of one name
		i.Disambiguator = "split from " + strconv.Itoa(sp.from.ID) + " " + strconv.FormatInt(now.UnixMicro(), 36)
	} else if err := refuseTaken(ctx, sp.tx, 0, i); err != nil {
		return err
	}
	e, err := sp.tx.Entity.Create().SetType(i.Type).SetKey(i.Key).SetDisambiguator(i.Disambiguator).SetName(i.Name).SetSlug(i.Slug).
		SetSortKey(i.SortKey).SetSources(nil).SetCreatedAt(now).SetUpdatedAt(now).Save(ctx)
	if err != nil {
		return err
	}
	sp.to, sp.inv.MadeEntity = e, true
	return nil
}

// move gives the target its names and mentions and makes lists and counters true to that.
func (sp *splitting) move(ctx context.Context, in Split) error {
	s, tx := sp.s, sp.tx
	counted, err := channelRowsOf(ctx, tx, sp.from.ID)
	if err != nil {
		return err
	}
	sp.inv.channelRows = counted
	sp.inv.Moved = map[string]idList{}
	for _, t := range mergeTables() {
		if t.name != tableMentions {
			continue
		}
		free, err := s.movable(ctx, tx, t, sp.from.ID, sp.to.ID)
		if err != nil {
			return err
		}
		here := ofIDs(free)
		ids := slices.DeleteFunc(slices.Clone(sp.mentions), func(id int) bool { return !here[id] })
		if err := s.giveRows(ctx, tx, t, ids, sp.from.ID, sp.to.ID); err != nil {
			return err
		}
		sp.inv.Moved[t.name] = ids
	}
	if err := sp.moveNames(ctx, in.Names); err != nil {
		return err
	}
	if err := sp.moveLists(ctx); err != nil {
		return err
	}
	made, err := s.addDistinct(ctx, tx, sp.from.ID, sp.to.ID, in.By)
	if err != nil {
		return err
	}
	sp.inv.MadeDistinct = made
	return sp.recount(ctx)
}

// moveNames gives aliases to the target, unless it has them, and sorts out by which blocks both are found.
func (sp *splitting) moveNames(ctx context.Context, names []string) error {
	going := map[string]bool{}
	for _, name := range names {
		going[match.Key(sp.from.Type, name)] = true
	}
	known := map[string]bool{sp.to.Key: true}
	for _, a := range sp.to.Edges.Aliases {
		known[a.Key] = true
	}
	stay := []string{sp.from.Name}
	arrive := []string{sp.to.Name}
	var moved, gone []int
	for _, a := range sp.from.Edges.Aliases {
		switch {
		case !going[a.Key]:
			stay = append(stay, a.Name)
		case known[a.Key]:
			sp.inv.GoneAliases, gone = append(sp.inv.GoneAliases, aliasRowOf(a)), append(gone, a.ID)
		default:
			moved, arrive = append(moved, a.ID), append(arrive, a.Name)
		}
	}
	if _, err := sp.tx.Alias.Delete().Where(dbalias.IDIn(gone...)).Exec(ctx); err != nil {
		return err
	}
	if err := sp.tx.Alias.Update().Where(dbalias.IDIn(moved...)).SetEntityID(sp.to.ID).Exec(ctx); err != nil {
		return err
	}
	sp.inv.Moved[dbalias.Table] = moved
	made, err := sp.s.addBlocks(ctx, sp.tx, sp.to.ID, sp.to.Type, arrive)
	sp.inv.MadeBlocks = made
	if err != nil || len(going) == 0 {
		return err
	}
	return sp.dropBlocks(ctx, stay)
}

// dropBlocks removes the blocks by which only names that left were found.
func (sp *splitting) dropBlocks(ctx context.Context, stay []string) error {
	needed := map[string]bool{}
	for _, name := range stay {
		for _, key := range match.Blocks(sp.from.Type, name) {
			needed[key] = true
		}
	}
	rows, err := sp.tx.Block.Query().Where(dbblock.EntityID(sp.from.ID)).Order(dbblock.ByID()).All(ctx)
	if err != nil {
		return err
	}
	var gone []int
	for _, b := range rows {
		if !needed[b.Key] && !catalogue.IsRecordBlock(b.Key) {
			sp.inv.GoneBlocks, gone = append(sp.inv.GoneBlocks, blockRow{ID: b.ID, Type: b.Type, Key: b.Key}), append(gone, b.ID)
		}
	}
	_, err = sp.tx.Block.Delete().Where(dbblock.IDIn(gone...)).Exec(ctx)
	return err
}

// moveLists makes the occurrence lists of both true to their mentions, and keeps what is lost by that.
func (sp *splitting) moveLists(ctx context.Context) error {
	for part := range slices.Chunk(sp.episodes, database.IDChunk) {
		lists, err := sp.tx.EpisodeEntity.Query().Where(dblist.EntityID(sp.from.ID), dblist.EpisodeIDIn(part...)).Order(dblist.ByID()).All(ctx)
		if err != nil {
			return err
		}
		left, err := sp.tx.Mention.Query().Where(dbmention.EntityID(sp.from.ID), dbmention.EpisodeIDIn(part...)).
			Order(dbmention.ByConfidence(), dbmention.ByID()).Select(dbmention.FieldEpisodeID, dbmention.FieldClaims).All(ctx)
		if err != nil {
			return err
		}
		claims, said := map[int]mention.Claims{}, map[int]bool{}
		for _, m := range left { // the surest comes last and speaks first
			claims[m.EpisodeID], said[m.EpisodeID] = m.Claims.Or(claims[m.EpisodeID]), true
		}
		for _, l := range lists {
			if !said[l.EpisodeID] {
				sp.inv.GoneLists = append(sp.inv.GoneLists, listRowOf(l))
				continue
			}
			if l.Claims == claims[l.EpisodeID] {
				continue
			}
			sp.inv.Claims = append(sp.inv.Claims, claimsChange{ID: l.ID, Before: l.Claims, After: claims[l.EpisodeID]})
			if err := sp.tx.EpisodeEntity.UpdateOneID(l.ID).SetClaims(claims[l.EpisodeID]).Exec(ctx); err != nil {
				return err
			}
		}
	}
	for _, e := range []*db.Entity{sp.from, sp.to} {
		if err := sp.s.mendOccurrences(ctx, sp.tx, e, sp.episodes); err != nil {
			return err
		}
	}
	return nil
}

func (sp *splitting) recount(ctx context.Context) error {
	if err := sp.s.recountEpisodes(ctx, sp.tx, sp.episodes); err != nil {
		return err
	}
	return sp.s.catalogue.RecountEverywhere(ctx, sp.tx, []int{sp.from.ID, sp.to.ID}, sp.inv.Channels)
}

package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"entgo.io/ent/dialect/sql"

	"mentionary/ent/db"
	dbalias "mentionary/ent/db/alias"
	dbblock "mentionary/ent/db/block"
	dbchannelentity "mentionary/ent/db/channelentity"
	dbentity "mentionary/ent/db/entity"
	"mentionary/internal/match"
)

// Bounds of a search for candidates.
const (
	maxBlockRows  = 100_000 // rows read from the index of blocks for one episode
	maxBlockSize  = 500     // a block that more entities share tells nothing
	maxCandidates = 15      // entities that one name is compared with
	maxPlaces     = 2_000   // (candidate, episode) pairs that are looked at for what was mentioned together
)

// resolver decides which entities the groups mean.
type resolver struct {
	*publisher
	known     map[int]*candidate
	former    map[int]bool // entities of the episode before this publication
	undecided []*group
	exact     map[*group][]int // entities with the same key, by name or alias
}

// candidate is a known entity with what matching needs of it.
type candidate struct {
	row  *Entity
	data match.Known
	keys map[string]bool // of its names
}

// resolve gives every group its entity: the one the episode meant before under the same name, the one of the same key,
// the one that matching attaches, or a new one.
func (p *publisher) resolve(ctx context.Context) error {
	r := &resolver{publisher: p, known: map[int]*candidate{}, former: map[int]bool{}, exact: map[*group][]int{}}
	former, err := p.s.entitiesOfEpisode(ctx, p.tx, p.episode.ID)
	if err != nil {
		return err
	}
	for _, id := range former {
		r.former[id] = true
	}
	if err := r.findExact(ctx); err != nil {
		return err
	}
	for _, g := range r.groups {
		r.decideExact(g)
	}
	attached, err := r.decideSimilar(ctx)
	if err != nil {
		return err
	}
	if err := r.create(ctx); err != nil {
		return err
	}
	return r.learnNames(ctx, attached)
}

// findExact loads the entities that have a group's key as the key of their name or of an alias.
func (r *resolver) findExact(ctx context.Context) error {
	byKey := map[[2]string][]int{}
	for typ, keys := range r.keysByType(r.groups) {
		for part := range slices.Chunk(keys, idChunk) {
			rows, err := r.tx.Entity.Query().Where(dbentity.TypeEQ(dbentity.Type(typ)), dbentity.KeyIn(part...)).
				Select(dbentity.FieldID, dbentity.FieldKey).All(ctx)
			if err != nil {
				return err
			}
			for _, e := range rows {
				byKey[[2]string{typ, e.Key}] = append(byKey[[2]string{typ, e.Key}], e.ID)
			}
			aliases, err := r.tx.Alias.Query().Where(dbalias.TypeEQ(dbalias.Type(typ)), dbalias.KeyIn(part...)).All(ctx)
			if err != nil {
				return err
			}
			for _, a := range aliases {
				byKey[[2]string{typ, a.Key}] = append(byKey[[2]string{typ, a.Key}], a.EntityID)
			}
		}
	}
	var ids []int
	for _, g := range r.groups {
		found := byKey[[2]string{string(g.typ), g.key}]
		r.exact[g] = found
		ids = append(ids, found...)
	}
	survivors, err := r.load(ctx, ids)
	if err != nil {
		return err
	}
	for g, found := range r.exact {
		for i, id := range found {
			found[i] = survivors(id)
		}
		slices.Sort(found)
		r.exact[g] = slices.Compact(found)
	}
	return nil
}

func (r *resolver) keysByType(groups []*group) map[string][]string {
	keys := map[string][]string{}
	for _, g := range groups {
		keys[string(g.typ)] = append(keys[string(g.typ)], g.key)
	}
	return keys
}

// load reads entities with their names and links into known. The answer leads from a merged entity to its survivor.
func (r *resolver) load(ctx context.Context, ids []int) (func(int) int, error) {
	merged := map[int]int{}
	survivor := func(id int) int {
		for range maxMergeSteps {
			next, ok := merged[id]
			if !ok {
				break
			}
			id = next
		}
		return id
	}
	for range maxMergeSteps {
		ids = slices.DeleteFunc(slices.Clone(ids), func(id int) bool { return r.known[id] != nil || merged[id] != 0 })
		slices.Sort(ids)
		ids = slices.Compact(ids)
		if len(ids) == 0 {
			break
		}
		var next []int
		for part := range slices.Chunk(ids, idChunk) {
			rows, err := r.tx.Entity.Query().Where(dbentity.IDIn(part...)).WithAliases().WithLinks().All(ctx)
			if err != nil {
				return nil, err
			}
			for _, e := range rows {
				if e.MergedInto != nil {
					merged[e.ID] = *e.MergedInto
					next = append(next, *e.MergedInto)
					continue
				}
				r.known[e.ID] = newCandidate(e)
			}
		}
		if err := r.markChannel(ctx, ids); err != nil {
			return nil, err
		}
		ids = next
	}
	return survivor, nil
}

func newCandidate(e *Entity) *candidate {
	c := &candidate{row: e, keys: map[string]bool{e.Key: true}, data: knownOf(e)}
	for _, a := range e.Edges.Aliases {
		c.keys[a.Key] = true
	}
	return c
}

// knownOf is a stored entity, loaded with aliases and links, as matching sees it.
func knownOf(e *Entity) match.Known {
	k := match.Known{
		ID: e.ID, Name: e.Name, Author: e.Author, Company: e.Company, Country: e.Country, Title: e.Title, Mentions: e.MentionCount,
	}
	for _, a := range e.Edges.Aliases {
		k.Aliases = append(k.Aliases, a.Name)
	}
	var urls []string
	for _, l := range e.Edges.Links {
		urls = append(urls, l.URL)
	}
	k.Authorities = authorities(urls)
	return k
}

// markChannel notes which of the loaded entities the channel has mentioned.
func (r *resolver) markChannel(ctx context.Context, ids []int) error {
	if r.channel == 0 {
		return nil
	}
	for part := range slices.Chunk(ids, idChunk) {
		here, err := r.tx.ChannelEntity.Query().Where(dbchannelentity.ChannelID(r.channel), dbchannelentity.EntityIDIn(part...)).
			Select(dbchannelentity.FieldEntityID).Ints(ctx)
		if err != nil {
			return err
		}
		for _, id := range here {
			if c := r.known[id]; c != nil {
				c.data.InChannel = true
			}
		}
	}
	return nil
}

// decideExact settles a group by its key alone where that is enough.
func (r *resolver) decideExact(g *group) {
	for _, id := range r.exact[g] {
		if r.former[id] && r.known[id] != nil {
			g.entity = r.known[id].row
			return
		}
	}
	if d := match.Decide(g.subject(r.channel), r.candidates(r.exact[g]), nil); d.Action == match.Attach {
		g.entity = r.known[d.ID].row
		return
	}
	r.undecided = append(r.undecided, g)
}

func (r *resolver) candidates(ids []int) []match.Known {
	out := make([]match.Known, 0, len(ids))
	for _, id := range ids {
		if c := r.known[id]; c != nil {
			out = append(out, c.data)
		}
	}
	return out
}

// attachment is a name that was attached to an entity of another name.
type attachment struct {
	group    *group
	decision match.Decision
}

// decideSimilar compares the remaining groups with entities that share a block. What stays open after that is decided
// again with what was mentioned together elsewhere.
func (r *resolver) decideSimilar(ctx context.Context) ([]attachment, error) {
	blocked, err := r.findBlocked(ctx)
	if err != nil {
		return nil, err
	}
	var attached []attachment
	settle := func(g *group, d match.Decision) {
		if d.Action == match.Attach {
			g.entity = r.known[d.ID].row
			attached = append(attached, attachment{g, d})
			return
		}
		g.reason = reasonText(d)
	}
	var open []*group
	for _, g := range r.undecided {
		d := match.Decide(g.subject(r.channel), r.candidates(blocked[g]), nil)
		if d.Action == match.Review {
			open = append(open, g)
			continue
		}
		settle(g, d)
	}
	if err := r.markTogether(ctx, open, blocked); err != nil {
		return nil, err
	}
	for _, g := range open {
		settle(g, match.Decide(g.subject(r.channel), r.candidates(blocked[g]), nil))
	}
	return attached, nil
}

// findBlocked lists for each undecided group the entities that share most blocks with it, those of the same key first.
func (r *resolver) findBlocked(ctx context.Context) (map[*group][]int, error) {
	blocks := map[*group][]string{}
	byType := map[string][]string{}
	for _, g := range r.undecided {
		blocks[g] = match.Blocks(g.typ, g.name)
		byType[string(g.typ)] = append(byType[string(g.typ)], blocks[g]...)
	}
	members := map[[2]string][]int{}
	for typ, keys := range byType {
		slices.Sort(keys)
		for part := range slices.Chunk(slices.Compact(keys), idChunk) {
			rows, err := r.tx.Block.Query().Where(dbblock.TypeEQ(dbblock.Type(typ)), dbblock.KeyIn(part...)).
				Order(dbblock.ByID()).Limit(maxBlockRows).All(ctx)
			if err != nil {
				return nil, err
			}
			for _, b := range rows {
				at := [2]string{typ, b.Key}
				members[at] = append(members[at], b.EntityID)
			}
		}
	}
	out := map[*group][]int{}
	var all []int
	for _, g := range r.undecided {
		shared := map[int]int{}
		for _, b := range blocks[g] {
			if ids := members[[2]string{string(g.typ), b}]; len(ids) <= maxBlockSize {
				for _, id := range ids {
					shared[id]++
				}
			}
		}
		for _, id := range r.exact[g] {
			shared[id] += match.MaxBlocks
		}
		out[g] = mostShared(shared, maxCandidates)
		all = append(all, out[g]...)
	}
	survivor, err := r.load(ctx, all)
	if err != nil {
		return nil, err
	}
	for _, ids := range out {
		for i, id := range ids {
			ids[i] = survivor(id)
		}
	}
	return out, nil
}

// mostShared answers the ids with the highest counts, equals by id.
func mostShared(shared map[int]int, limit int) []int {
	ids := make([]int, 0, len(shared))
	for id := range shared {
		ids = append(ids, id)
	}
	slices.SortFunc(ids, func(a, b int) int { return cmp.Or(cmp.Compare(shared[b], shared[a]), cmp.Compare(a, b)) })
	return ids[:min(len(ids), limit)]
}

// markTogether notes for the candidates of the open groups how many entities of this episode were mentioned together with
// them in the latest other episodes.
func (r *resolver) markTogether(ctx context.Context, open []*group, blocked map[*group][]int) error {
	var candidates, here []int
	for _, g := range open {
		candidates = append(candidates, blocked[g]...)
	}
	for _, g := range r.groups {
		if g.entity != nil {
			here = append(here, g.entity.ID)
		}
	}
	if len(candidates) == 0 || len(here) == 0 {
		return nil
	}
	places, err := r.pairs(ctx, `SELECT entity_id, episode_id FROM episode_entities WHERE entity_id IN `+in(candidates)+
		` AND episode_id <> `+strconv.Itoa(r.episode.ID)+` ORDER BY episode_id DESC, entity_id LIMIT `+strconv.Itoa(maxPlaces))
	if err != nil {
		return err
	}
	var episodes []int
	for _, p := range places {
		if len(episodes) == 0 || episodes[len(episodes)-1] != p[1] {
			episodes = append(episodes, p[1])
		}
	}
	present, err := r.pairs(ctx, `SELECT episode_id, entity_id FROM episode_entities WHERE episode_id IN `+in(episodes)+` AND entity_id IN `+in(here))
	if err != nil {
		return err
	}
	in := map[int][]int{}
	for _, p := range present {
		in[p[0]] = append(in[p[0]], p[1])
	}
	together := map[int]map[int]bool{}
	for _, p := range places {
		if together[p[0]] == nil {
			together[p[0]] = map[int]bool{}
		}
		for _, other := range in[p[1]] {
			if other != p[0] {
				together[p[0]][other] = true
			}
		}
	}
	for id, others := range together {
		if c := r.known[id]; c != nil {
			c.data.CoMentions = len(others)
		}
	}
	return nil
}

// pairs reads rows of two numbers.
func (r *resolver) pairs(ctx context.Context, question string) (pairs [][2]int, err error) {
	rows, err := r.tx.QueryContext(ctx, question)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var p [2]int
		if err := rows.Scan(&p[0], &p[1]); err != nil {
			return nil, err
		}
		pairs = append(pairs, p)
	}
	return pairs, rows.Err()
}

// create makes the entities that remain. Somebody else may make the same one at the same time: the key decides.
func (r *resolver) create(ctx context.Context) error {
	var fresh []*group
	var rows []*db.EntityCreate
	wanted := map[*group]string{}
	for _, g := range r.undecided {
		if g.entity != nil {
			continue
		}
		fresh = append(fresh, g)
		wanted[g] = r.disambiguator(g)
		rows = append(rows, r.newEntity(g, wanted[g]))
	}
	for part := range slices.Chunk(rows, bulkRows) {
		err := r.tx.Entity.CreateBulk(part...).
			OnConflictColumns(dbentity.FieldType, dbentity.FieldKey, dbentity.FieldDisambiguator).Ignore().Exec(ctx)
		if err != nil {
			return err
		}
	}
	if len(fresh) == 0 {
		return nil
	}
	made := map[[3]string]*Entity{}
	for typ, keys := range r.keysByType(fresh) {
		for part := range slices.Chunk(keys, idChunk) {
			found, err := r.tx.Entity.Query().Where(dbentity.TypeEQ(dbentity.Type(typ)), dbentity.KeyIn(part...)).All(ctx)
			if err != nil {
				return err
			}
			for _, e := range found {
				made[[3]string{typ, e.Key, e.Disambiguator}] = e
			}
		}
	}
	for _, g := range fresh {
		if g.entity = made[[3]string{string(g.typ), g.key, wanted[g]}]; g.entity == nil {
			return fmt.Errorf("the new %s %q is not there", g.typ, g.name)
		}
	}
	return r.insertBlocks(ctx, fresh)
}

// disambiguator tells a new entity from those that have its key already: what is claimed about it, else where it was
// mentioned. It is empty for the first of a key.
func (r *resolver) disambiguator(g *group) string {
	if len(r.exact[g]) == 0 {
		return ""
	}
	said := cmp.Or(g.claims.Author, g.claims.Company, g.claims.Country, g.claims.Title, g.claims.Field)
	switch key := match.Key(g.typ, said); {
	case key != "":
		return clip(key, 200)
	case r.channel != 0:
		return "channel " + strconv.Itoa(r.channel)
	default:
		return "episode " + strconv.Itoa(r.episode.ID)
	}
}

func (r *resolver) newEntity(g *group, disambiguator string) *db.EntityCreate {
	now := r.s.now()
	e := &Entity{Type: dbentity.Type(g.typ)}
	if g.reason != "" {
		e.Sources = map[string]string{sourceMatch: g.reason}
	}
	if r.public && g.published() {
		fillFacts(e, g, r.channel)
	}
	return r.tx.Entity.Create().SetType(e.Type).SetKey(g.key).SetDisambiguator(disambiguator).SetName(g.name).
		SetSlug(Slug(g.name, 80)).SetSortKey(match.SortKey(g.name)).SetDescription(e.Description).SetAuthor(e.Author).
		SetCompany(e.Company).SetCountry(e.Country).SetTitle(e.Title).SetField(e.Field).SetCategory(e.Category).
		SetSources(e.Sources).SetCreatedAt(now).SetUpdatedAt(now)
}

func (r *resolver) insertBlocks(ctx context.Context, groups []*group) error {
	var rows []*db.BlockCreate
	for _, g := range groups {
		for _, b := range match.Blocks(g.typ, g.name) {
			rows = append(rows, r.tx.Block.Create().SetEntityID(g.entity.ID).SetType(dbblock.Type(g.typ)).SetKey(b))
		}
	}
	for part := range slices.Chunk(rows, bulkRows) {
		if err := r.tx.Block.CreateBulk(part...).OnConflict(sql.ConflictColumns(dbblock.FieldEntityID, dbblock.FieldKey)).Ignore().Exec(ctx); err != nil {
			return err
		}
	}
	return nil
}

// learnNames keeps names that were attached by likeness as aliases, so that the next time their key is enough. A private
// upload teaches nothing.
func (r *resolver) learnNames(ctx context.Context, attached []attachment) error {
	var rows []*db.AliasCreate
	var groups []*group
	for _, a := range attached {
		if !r.public || r.known[a.decision.ID].keys[a.group.key] {
			continue
		}
		groups = append(groups, a.group)
		rows = append(rows, r.tx.Alias.Create().SetEntityID(a.decision.ID).SetType(dbalias.Type(a.group.typ)).SetKey(a.group.key).
			SetName(a.group.name).SetSource(clip(fmt.Sprintf("%s %.2f", a.decision.Type, a.decision.Score), 50)).SetCreatedAt(r.s.now()))
	}
	if len(rows) == 0 {
		return nil
	}
	err := r.tx.Alias.CreateBulk(rows...).OnConflictColumns(dbalias.FieldEntityID, dbalias.FieldKey).Ignore().Exec(ctx)
	if err != nil {
		return err
	}
	return r.insertBlocks(ctx, groups)
}

// sourceMatch is the name under which Entity.Sources keeps how matching decided; the other names are columns.
const sourceMatch = "match"

// reasonText is a decision in at most 500 bytes: "review 12 0.71: …" or "create 0.20: …"; empty when there was nothing to
// compare with.
func reasonText(d match.Decision) string {
	if len(d.Reasons) == 0 {
		return ""
	}
	texts := make([]string, 0, len(d.Reasons))
	for _, r := range d.Reasons {
		texts = append(texts, r.Text)
	}
	head := string(d.Action)
	if d.ID != 0 {
		head += " " + strconv.Itoa(d.ID)
	}
	return clip(fmt.Sprintf("%s %.2f: %s", head, d.Score, strings.Join(texts, "; ")), 500)
}

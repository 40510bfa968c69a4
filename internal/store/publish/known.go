package publish

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"

	"mentionary/ent/db"
	dbblock "mentionary/ent/db/block"
	dbchannelentity "mentionary/ent/db/channelentity"
	dbentity "mentionary/ent/db/entity"
	"mentionary/internal/match"
	"mentionary/internal/store/catalogue"
	"mentionary/internal/store/database"
)

// load reads entities with their names and links into known. The answer leads from a merged entity to its survivor.
func (r *resolver) load(ctx context.Context, ids []int) (func(int) int, error) {
	merged := map[int]int{}
	survivor := func(id int) int {
		for range catalogue.MaxMergeSteps {
			next, ok := merged[id]
			if !ok {
				break
			}
			id = next
		}
		return id
	}
	for range catalogue.MaxMergeSteps {
		ids = slices.DeleteFunc(slices.Clone(ids), func(id int) bool { return r.known[id] != nil || merged[id] != 0 })
		slices.Sort(ids)
		ids = slices.Compact(ids)
		if len(ids) == 0 {
			break
		}
		var next []int
		for part := range slices.Chunk(ids, database.IDChunk) {
			rows, err := r.tx.Entity.Query().Where(dbentity.IDIn(part...)).WithAliases().WithLinks().
				Select(dbentity.FieldID, dbentity.FieldType, dbentity.FieldKey, dbentity.FieldName, dbentity.FieldAuthor, dbentity.FieldCompany,
					dbentity.FieldCountry, dbentity.FieldTitle, dbentity.FieldMentionCount, dbentity.FieldMergedInto).All(ctx)
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

func newCandidate(e *db.Entity) *candidate {
	c := &candidate{row: e, keys: map[string]bool{e.Key: true}, data: KnownOf(e)}
	for _, a := range e.Edges.Aliases {
		c.keys[a.Key] = true
	}
	return c
}

// KnownOf is a stored entity, loaded with aliases and links, as matching sees it.
func KnownOf(e *db.Entity) match.Known {
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
	k.Authorities = catalogue.Authorities(urls)
	return k
}

// markChannel notes which of the loaded entities the channel has mentioned.
func (r *resolver) markChannel(ctx context.Context, ids []int) error {
	if r.channel == 0 {
		return nil
	}
	for part := range slices.Chunk(ids, database.IDChunk) {
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
		for part := range slices.Chunk(slices.Compact(keys), database.IDChunk) {
			rows, err := r.tx.Block.Query().Where(dbblock.TypeEQ(dbblock.Type(typ)), dbblock.KeyIn(part...)).
				Order(dbblock.ByID()).Limit(MaxBlockRows).All(ctx)
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
		out[g] = MostShared(shared, maxCandidates)
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

// MostShared answers the ids with the highest counts, equals by id.
func MostShared(shared map[int]int, limit int) []int {
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
	places, err := r.pairs(ctx, `SELECT entity_id, episode_id FROM episode_entities WHERE entity_id IN `+database.In(candidates)+
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
	present, err := r.pairs(ctx, `SELECT episode_id, entity_id FROM episode_entities WHERE episode_id IN `+database.In(episodes)+` AND entity_id IN `+
		database.In(here))
	if err != nil {
		return err
	}
	members := map[int][]int{}
	for _, p := range present {
		members[p[0]] = append(members[p[0]], p[1])
	}
	together := map[int]map[int]bool{}
	for _, p := range places {
		if together[p[0]] == nil {
			together[p[0]] = map[int]bool{}
		}
		for _, other := range members[p[1]] {
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

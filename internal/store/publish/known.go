package publish

import (
	"context"
	"slices"

	"mentionary/ent/db"
	dbentity "mentionary/ent/db/entity"
	dblink "mentionary/ent/db/link"
	"mentionary/internal/link"
	"mentionary/internal/match"
	"mentionary/internal/store/catalogue"
	"mentionary/internal/store/database"
)

// load reads entities with their names and links into known. It returns a function that leads from a merged entity to its
// survivor.
func (r *resolver) load(ctx context.Context, ids []int) (survivor func(id int) int, err error) {
	merged := map[int]int{}
	for range catalogue.MaxMergeSteps {
		ids = slices.DeleteFunc(slices.Clone(ids), func(id int) bool { return r.known[id] != nil || merged[id] != 0 })
		slices.Sort(ids)
		ids = slices.Compact(ids)
		if len(ids) == 0 {
			break
		}
		if err := r.loadStep(ctx, ids, merged); err != nil {
			return nil, err
		}
		if err := r.markChannel(ctx, ids); err != nil {
			return nil, err
		}
		next := make([]int, 0, len(ids))
		for _, id := range ids {
			if into, ok := merged[id]; ok {
				next = append(next, into)
			}
		}
		ids = next
	}
	return func(id int) int {
		for range catalogue.MaxMergeSteps {
			next, ok := merged[id]
			if !ok {
				break
			}
			id = next
		}
		return id
	}, nil
}

// loadStep reads entities into known, and into merged what those that were merged away are part of.
func (r *resolver) loadStep(ctx context.Context, ids []int, merged map[int]int) error {
	for part := range slices.Chunk(ids, database.IDChunk) {
		rows, err := r.tx.Entity.Query().Where(dbentity.IDIn(part...)).WithAliases().WithLinks().
			Select(dbentity.FieldID, dbentity.FieldType, dbentity.FieldKey, dbentity.FieldName, dbentity.FieldAuthor, dbentity.FieldCompany,
				dbentity.FieldCountry, dbentity.FieldTitle, dbentity.FieldMentionCount, dbentity.FieldMergedInto, dbentity.FieldHidden).All(ctx)
		if err != nil {
			return err
		}
		for _, e := range rows {
			if e.MergedInto != nil {
				merged[e.ID] = *e.MergedInto
			} else {
				r.known[e.ID] = newCandidate(e)
			}
		}
	}
	return nil
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
		if l.Decision != dblink.DecisionRemoved {
			urls = append(urls, l.URL)
		}
	}
	k.Authorities = link.Authorities(urls)
	return k
}

// markChannel notes which of the loaded entities other episodes of the channel mention: what this one says is no support of itself, and
// reading it again finds what reading it first did.
func (r *resolver) markChannel(ctx context.Context, ids []int) error {
	if r.channel == 0 {
		return nil
	}
	for part := range slices.Chunk(ids, database.IDChunk) {
		here, err := database.Query[int](ctx, r.s.DB, r.tx, `SELECT ce.entity_id FROM channel_entities ce
			WHERE ce.channel_id = ? AND ce.entity_id IN ? AND ce.episode_count > (SELECT COUNT(*) FROM episode_entities ee
				WHERE ee.episode_id = ? AND ee.entity_id = ce.entity_id AND ee.mention_count > 0)`, r.channel, database.IDs(part), r.episode.ID)
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

// findBlocked lists for each group the entities that share most blocks with it, those of the same key first.
func (r *resolver) findBlocked(ctx context.Context, groups []*group) (map[*group][]int, error) {
	var blocks []typeKey
	for _, g := range groups {
		for _, b := range match.Blocks(g.typ, g.name) {
			blocks = append(blocks, typeKey{g.typ, b})
		}
	}
	members, err := r.s.blockMembers(ctx, r.tx, blocks)
	if err != nil {
		return nil, err
	}
	out := map[*group][]int{}
	var all []int
	for _, g := range groups {
		shared := match.Shared{}
		for _, b := range match.Blocks(g.typ, g.name) {
			shared.AddBlock(members[typeKey{g.typ, b}])
		}
		shared.AddSameKey(r.exact[g])
		out[g] = shared.Most(match.MaxCandidates)
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

// markTogether notes for the candidates of the open groups how many entities of this episode were mentioned together with
// them in the latest other episodes.
func (r *resolver) markTogether(ctx context.Context, open []*group, blocked map[*group][]int) error {
	var candidates, here []int
	for _, g := range open {
		candidates = append(candidates, blocked[g]...)
	}
	for _, g := range r.groups {
		if g.entity != nil && !slices.Contains(open, g) { // what is in question speaks for nothing
			here = append(here, g.entity.ID)
		}
	}
	if len(candidates) == 0 || len(here) == 0 {
		return nil
	}
	elsewhere, err := database.Query[match.Occurrence](ctx, r.s.DB, r.tx, `SELECT entity_id, episode_id FROM episode_entities
		WHERE entity_id IN ? AND episode_id <> ? ORDER BY episode_id DESC, entity_id LIMIT ?`,
		database.IDs(candidates), r.episode.ID, maxOccurrences)
	if err != nil {
		return err
	}
	var episodes []int
	for _, o := range elsewhere {
		episodes = append(episodes, o.EpisodeID)
	}
	present, err := database.Query[match.Occurrence](ctx, r.s.DB, r.tx, `SELECT entity_id, episode_id FROM episode_entities
		WHERE episode_id IN ? AND entity_id IN ?`, database.IDs(slices.Compact(episodes)), database.IDs(here))
	if err != nil {
		return err
	}
	for id, n := range match.CoMentions(elsewhere, present) {
		if c := r.known[id]; c != nil {
			c.data.CoMentions = n
		}
	}
	return nil
}

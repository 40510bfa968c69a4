package publish

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"

	"mentionary/ent/db"
	dblink "mentionary/ent/db/link"
	"mentionary/internal/link"
	"mentionary/internal/match"
	"mentionary/internal/mention"
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

// loadStep reads entities into known, and into merged what those that were merged away are part of. Those are few and read by the next
// step: PostgreSQL would look at everything that was ever merged to find them by the same question.
//
// It notes which of them other episodes of the channel mention: what this one says is no support of itself, and reading it again finds
// what reading it first did.
func (r *resolver) loadStep(ctx context.Context, ids []int, merged map[int]int) error {
	list, pair := "json_group_array", "json_array"
	if r.s.Postgres() {
		list, pair = "json_agg", "json_build_array"
	}
	question := fmt.Sprintf(`SELECT e.id, e.type, e.key, e.name, e.author, e.company, e.country, e.title, e.mention_count, e.merged_into,
		e.hidden, (SELECT %[1]s(%[2]s(a.key, a.name)) FROM alias a WHERE a.entity_id = e.id) AS aliases,
		(SELECT %[1]s(l.url) FROM links l WHERE l.entity_id = e.id AND l.decision <> 'removed' AND l.source <> 'listed') AS urls,
		COALESCE((SELECT ce.episode_count > (SELECT COUNT(*) FROM episode_entities ee
			WHERE ee.episode_id = ? AND ee.entity_id = e.id AND ee.mention_count > 0)
			FROM channel_entities ce WHERE ce.channel_id = ? AND ce.entity_id = e.id), FALSE) AS in_channel
		FROM entities e WHERE e.id IN ?`, list, pair)
	for part := range slices.Chunk(ids, database.IDChunk) {
		rows, err := database.Query[knownRow](ctx, r.s.DB, r.tx, question, r.episode.ID, r.channel, database.IDs(part))
		if err != nil {
			return err
		}
		for _, row := range rows {
			if row.MergedInto != nil {
				merged[row.ID] = *row.MergedInto
			} else if r.known[row.ID] == nil {
				if r.known[row.ID], err = row.candidate(); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// knownRow is an entity as loadStep reads it.
type knownRow struct {
	ID           int            `sql:"id"`
	Type         mention.Type   `sql:"type"`
	Key          string         `sql:"key"`
	Name         string         `sql:"name"`
	Author       string         `sql:"author"`
	Company      string         `sql:"company"`
	Country      string         `sql:"country"`
	Title        string         `sql:"title"`
	MentionCount int            `sql:"mention_count"`
	MergedInto   *int           `sql:"merged_into"`
	Hidden       bool           `sql:"hidden"`
	Aliases      sql.NullString `sql:"aliases"` // pairs of key and name
	URLs         sql.NullString `sql:"urls"`
	InChannel    bool           `sql:"in_channel"`
}

func (k knownRow) candidate() (*candidate, error) {
	e := &db.Entity{
		ID: k.ID, Type: k.Type, Key: k.Key, Name: k.Name, Author: k.Author, Company: k.Company, Country: k.Country, Title: k.Title,
		MentionCount: k.MentionCount, Hidden: k.Hidden,
	}
	c := &candidate{row: e, keys: map[string]bool{e.Key: true}}
	var aliases [][2]string
	var urls []string
	if err := cmp.Or(listed(k.Aliases, &aliases), listed(k.URLs, &urls)); err != nil {
		return nil, err
	}
	slices.SortFunc(aliases, func(a, b [2]string) int { return cmp.Compare(a[0], b[0]) })
	for _, a := range aliases {
		c.keys[a[0]] = true
		e.Edges.Aliases = append(e.Edges.Aliases, &db.Alias{Key: a[0], Name: a[1]})
	}
	for _, u := range urls {
		e.Edges.Links = append(e.Edges.Links, &db.Link{URL: u})
	}
	c.data = KnownOf(e).Prepared(e.Type)
	c.data.InChannel = k.InChannel
	return c, nil
}

// listed reads a list that a question has made; most are empty.
func listed(list sql.NullString, into any) error {
	if list.String == "" || list.String == "[]" {
		return nil
	}
	return json.Unmarshal([]byte(list.String), into)
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
		if l.Decision != dblink.DecisionRemoved && l.Source != link.Listed.String() { // two ideas may be told of in one article
			urls = append(urls, l.URL)
		}
	}
	k.Authorities = link.Authorities(urls)
	return k
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

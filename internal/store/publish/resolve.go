package publish

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"mentionary/ent/db"
	dbalias "mentionary/ent/db/alias"
	dbentity "mentionary/ent/db/entity"
	"mentionary/internal/match"
	"mentionary/internal/store/database"
)

// Bounds of a search for candidates.
const (
	MaxBlockRows  = 100_000 // rows read from the index of blocks for one episode
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
	row  *db.Entity
	data match.Known
	keys map[string]bool // of its names
}

// resolve gives every group its entity: the one the episode meant before under the same name, the one of the same key,
// the one that matching attaches, or a new one.
func (p *publisher) resolve(ctx context.Context) error {
	r := &resolver{publisher: p, known: map[int]*candidate{}, former: map[int]bool{}, exact: map[*group][]int{}}
	former, err := p.s.catalogue.EntitiesOfEpisode(ctx, p.tx, p.episode.ID)
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
		for part := range slices.Chunk(keys, database.IDChunk) {
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
	return database.Clip(fmt.Sprintf("%s %.2f: %s", head, d.Score, strings.Join(texts, "; ")), 500)
}

package publish

import (
	"context"
	"slices"

	"mentionary/ent/db"
	"mentionary/internal/match"
	"mentionary/internal/mention"
	"mentionary/internal/store/database"
)

// maxOccurrences bounds the occurrences of candidates in other episodes that are looked at for what was mentioned together.
const maxOccurrences = 2_000

// resolver finds out which entities the groups mean: it reads the candidates that package match decides between.
type resolver struct {
	*publisher
	known     map[int]*candidate
	hadBefore map[int]bool // the episode's former entities
	undecided []*group
	alone     []*group         // when an episode is read again: those that stand for an entity of their own name
	halves    []*group         // then, too: those that are half a person's name
	exact     map[*group][]int // entities with the same key, by name or alias
}

// candidate is a known entity with what matching needs of it.
type candidate struct {
	row  *db.Entity
	data match.Known
	keys map[string]bool // of its names
}

// typeKey is a key, or the key of a block, of entities of one type.
type typeKey struct {
	typ mention.Type
	key string
}

// resolve gives every group its entity: the one the episode meant before under the same name, the one of the same key,
// the one that matching attaches, or a new one.
func (p *publisher) resolve(ctx context.Context) error {
	r := &resolver{publisher: p, known: map[int]*candidate{}, hadBefore: map[int]bool{}, exact: map[*group][]int{}}
	var err error
	if !p.first {
		if p.former, err = p.s.catalogue.EntitiesOfEpisode(ctx, p.tx, p.episode.ID); err != nil {
			return err
		}
	}
	for _, id := range p.former {
		r.hadBefore[id] = true
	}
	if err := r.findChosen(ctx); err != nil {
		return err
	}
	if err := r.findExact(ctx); err != nil {
		return err
	}
	rest := r.groups
	if r.again {
		rest = r.setHalvesAside()
	}
	attached, err := r.decideAll(ctx, rest)
	if err != nil {
		return err
	}
	joined, err := r.joinAlone(ctx)
	if err != nil {
		return err
	}
	halves, err := r.decideHalves(ctx)
	if err != nil {
		return err
	}
	return r.learnNames(ctx, slices.Concat(attached, joined, halves))
}

// decideAll gives groups their entities, by key, by likeness, or new ones.
func (r *resolver) decideAll(ctx context.Context, groups []*group) ([]attachment, error) {
	r.undecided = nil
	r.decideByKey(groups)
	attached, err := r.decideSimilar(ctx)
	if err != nil {
		return nil, err
	}
	return attached, r.create(ctx)
}

// decideHalves gives halves of people's names that mean nobody known by a whole one their entities. What speaks for another one of their
// name is heard before what the episode meant by it: it may not have been there then. What a person said about that is heard first.
func (r *resolver) decideHalves(ctx context.Context) ([]attachment, error) {
	decided := func(g *group) bool { return g.entity != nil }
	halves := slices.DeleteFunc(r.halves, decided)
	r.undecided = halves
	similar, err := r.decideSimilar(ctx)
	if err != nil {
		return nil, err
	}
	attached, err := r.heedPeople(ctx, similar)
	if err != nil {
		return nil, err
	}
	more, err := r.decideAll(ctx, slices.DeleteFunc(halves, decided))
	return append(attached, more...), err
}

// findChosen settles the groups whose entity a reviewer chose, while there is such an entity.
func (r *resolver) findChosen(ctx context.Context) error {
	var ids []int
	for _, g := range r.groups {
		if g.chosen != 0 {
			ids = append(ids, g.chosen)
		}
	}
	survivor, err := r.load(ctx, ids)
	if err != nil {
		return err
	}
	for _, g := range r.groups {
		if c := r.known[survivor(g.chosen)]; g.chosen != 0 && c != nil && c.row.Type == g.typ {
			g.entity = c.row
		}
	}
	return nil
}

// decideByKey settles the groups whose key alone is enough, and keeps the others as undecided.
func (r *resolver) decideByKey(groups []*group) {
	for _, g := range groups {
		if g.entity != nil { // a person chose it
			continue
		}
		if id, ok := match.DecideByKey(g.subject(r.channel), r.candidates(r.exact[g]), r.hadBefore); ok {
			g.entity = r.known[id].row
			if r.again && standsAlone(g) {
				r.alone = append(r.alone, g)
			}
		} else {
			r.undecided = append(r.undecided, g)
		}
	}
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
	blocked, err := r.findBlocked(ctx, r.undecided)
	if err != nil {
		return nil, err
	}
	decide := func(g *group) match.Decision {
		return match.Decide(g.subject(r.channel), r.candidates(blocked[g]), nil)
	}
	var attached []attachment
	settle := func(g *group, d match.Decision) {
		if d.Action == match.Attach && !isHalfOf(d, g) {
			g.entity = r.known[d.ID].row
			attached = append(attached, attachment{g, d})
			return
		}
		g.reason = database.Clip(d.String(), 500)
		if d.Action != match.Create {
			g.mayBe = d.ID
		}
	}
	var open []*group
	for _, g := range r.undecided {
		if d := decide(g); d.Action == match.Review {
			open = append(open, g)
		} else {
			settle(g, d)
		}
	}
	if err := r.markTogether(ctx, open, blocked); err != nil {
		return nil, err
	}
	for _, g := range open {
		settle(g, decide(g))
	}
	return attached, nil
}

// sourceMatch is the name under which Entity.Sources keeps how matching decided; the other names are columns.
const sourceMatch = "match"

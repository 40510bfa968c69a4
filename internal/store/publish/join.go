package publish

import (
	"cmp"
	"context"
	"slices"

	"mentionary/ent/db"
	"mentionary/ent/db/distinctpair"
	"mentionary/internal/match"
	"mentionary/internal/mention"
)

// surely is support that no episode surpasses: what does not attach with it never does.
const surely = 100

// standsAlone reports whether a group means an entity of its own name, of a type whose names likeness may attach.
func standsAlone(g *group) bool {
	return g.entity.Key == g.key && g.typ.Names() != mention.Term && g.chosen == 0
}

// standing is an entity as match.Before sees it.
func standing(e *db.Entity) match.Standing {
	return match.Standing{Name: e.Name, Listed: e.MentionCount > 0}
}

// setHalvesAside keeps halves of people's names for later and returns the other groups: a half means whom the episode and its channel
// speak of, so it is decided when the others are, and whether it made an entity once plays no part.
func (r *resolver) setHalvesAside() []*group {
	var rest []*group
	for _, g := range r.groups {
		if g.entity == nil && match.IsHalf(g.typ, g.name) {
			r.halves = append(r.halves, g)
		} else {
			rest = append(rest, g)
		}
	}
	return rest
}

// joinAlone decides again about the groups that stand for an entity of their own name, and about halves. A name that came before what it
// means made an entity, and would be attached to what is known by now: so it is, when the episode is read again. Of two entities that
// each would attach to the other the name decides (match.Before), so that the same episodes end alike in whichever order they come.
func (r *resolver) joinAlone(ctx context.Context) ([]attachment, error) {
	all := slices.Concat(r.alone, r.halves)
	blocked, err := r.findBlocked(ctx, all)
	if err != nil {
		return nil, err
	}
	var joined []attachment
	for _, g := range all {
		own := cmp.Or(g.entity, r.ownBefore(g), &db.Entity{Name: g.name})
		before := slices.DeleteFunc(slices.Clone(blocked[g]), func(id int) bool {
			c := r.known[id]
			return c == nil || id == own.ID || !match.Before(g.typ, standing(c.row), standing(own))
		})
		d, err := r.decideAlone(ctx, g, own.ID, before)
		if err != nil {
			return nil, err
		}
		if d.Action == match.Attach {
			if g.entity != nil && !d.Half {
				r.joins = append(r.joins, join{g.entity, r.known[d.ID].row})
			}
			g.entity = r.known[d.ID].row
			joined = append(joined, attachment{g, d})
		}
	}
	return joined, nil
}

// decideAlone decides about a group that stands alone, and the entities before it.
func (r *resolver) decideAlone(ctx context.Context, g *group, own int, before []int) (match.Decision, error) {
	all := r.candidates(before)
	for i := range all {
		all[i].InChannel, all[i].CoMentions = true, surely
	}
	create := match.Decision{Action: match.Create}
	if !slices.ContainsFunc(all, func(k match.Known) bool {
		return match.Decide(g.subject(r.channel), []match.Known{k}, nil).Action == match.Attach
	}) {
		return create, nil
	}
	mayBe, err := r.mayJoin(ctx, own)
	if err != nil || mayBe == nil {
		return create, err
	}
	for _, id := range before {
		r.known[id].data.CoMentions = 0
	}
	if err := r.markTogether(ctx, []*group{g}, map[*group][]int{g: before}); err != nil {
		return create, err
	}
	return match.Decide(g.subject(r.channel), r.candidates(before), func(id int) bool { return !mayBe(id) }), nil
}

// ownBefore returns the entity of a group's own name that the episode meant by it before; nil if there is none.
func (r *resolver) ownBefore(g *group) *db.Entity {
	for _, id := range r.exact[g] {
		if c := r.known[id]; c != nil && r.hadBefore[id] && c.row.Key == g.key {
			return c.row
		}
	}
	return nil
}

// heedPeople takes back the attachments of names whose own entity a person told apart from what they were attached to, or said anything
// else about, and returns the others.
func (r *resolver) heedPeople(ctx context.Context, attached []attachment) ([]attachment, error) {
	var out []attachment
	for _, a := range attached {
		if own := r.ownBefore(a.group); own != nil && own.ID != a.decision.ID {
			mayBe, err := r.mayJoin(ctx, own.ID)
			if err != nil {
				return nil, err
			}
			if mayBe == nil || !mayBe(a.decision.ID) {
				a.group.entity = nil
				continue
			}
		}
		out = append(out, a)
	}
	return out, nil
}

// mayJoin returns which others an entity may join: not those from which a person told it apart. It is nil where a person said anything
// else about it.
func (r *resolver) mayJoin(ctx context.Context, id int) (func(other int) bool, error) {
	free, err := r.madeByNobody(ctx, id)
	if err != nil || !free {
		return nil, err
	}
	distinct, err := r.toldApart(ctx, id)
	return func(other int) bool { return !distinct[other] }, err
}

// toldApart returns what a person said is not the same as an entity.
func (r *resolver) toldApart(ctx context.Context, id int) (map[int]bool, error) {
	rows, err := r.tx.DistinctPair.Query().Where(distinctpair.Or(distinctpair.LowID(id), distinctpair.HighID(id))).All(ctx)
	out := map[int]bool{}
	for _, p := range rows {
		out[p.LowID+p.HighID-id] = true
	}
	return out, err
}

// isHalfOf reports whether a decision would attach a whole name to an entity that has only half of one. Half a name may be anybody's, so
// the whole one makes an entity, and takes the half in where it is read again.
func isHalfOf(d match.Decision, g *group) bool { return d.Half && !match.IsHalf(g.typ, g.name) }

// left are the entities that the episode had before and has no more.
func left(former []int, lists []*occurrence) []int {
	var out []int
	for _, id := range former {
		if !slices.ContainsFunc(lists, func(o *occurrence) bool { return o.entity.ID == id }) {
			out = append(out, id)
		}
	}
	return out
}

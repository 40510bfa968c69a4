package publish

import (
	"cmp"
	"context"
	"slices"

	"mentionary/ent/db"
	dbunproven "mentionary/ent/db/unproven"
	"mentionary/internal/extract"
	"mentionary/internal/mention"
	"mentionary/internal/store/catalogue"
	"mentionary/internal/store/database"
)

// Bounds of what is kept of claims without proof: one for each name, and so many names of an episode.
const (
	maxUnproven      = 100
	maxUnprovenBytes = 1_000 // of a quote that the transcript does not hold
)

// writeUnproven replaces the episode's claims without proof, for reviewers. Names that the episode proves elsewhere are left
// out, and those that a reviewer decided about.
func (p *publisher) writeUnproven(ctx context.Context, claims []mention.Mention, taught []extract.Taught) error {
	if p.channel == 0 {
		return nil
	}
	var names []catalogue.UnprovenName
	if !p.first {
		var err error
		if names, err = p.s.catalogue.UnprovenOf(ctx, p.tx, p.episode.ID); err != nil {
			return err
		}
		if _, err := p.tx.Unproven.Delete().Where(dbunproven.EpisodeID(p.episode.ID)).Exec(ctx); err != nil {
			return err
		}
	}
	kept := p.unprovenNames(claims, taught)
	rows := make([]*db.UnprovenCreate, 0, len(kept))
	for _, c := range kept {
		key := extract.Key(c.Name)
		names = append(names, catalogue.UnprovenName{Type: c.Type, Key: key})
		rows = append(rows, p.tx.Unproven.Create().SetEpisodeID(p.episode.ID).SetChannelID(p.channel).SetRunID(p.run.ID).
			SetTranscriptID(p.transcript).SetType(c.Type).SetKey(key).SetName(c.Name).SetClaim(c))
	}
	if len(rows) > 0 {
		if err := p.tx.Unproven.CreateBulk(rows...).Exec(ctx); err != nil {
			return err
		}
	}
	return p.s.catalogue.RecountUnproven(ctx, p.tx, p.channel, names)
}

// unprovenNames picks one claim for each name, those first whose quote is in the transcript.
func (p *publisher) unprovenNames(claims []mention.Mention, taught []extract.Taught) []mention.Mention {
	proven := map[string]bool{}
	for _, g := range p.groups {
		for _, m := range g.mentions {
			proven[extract.Key(m.Name)] = true
		}
	}
	for _, t := range taught {
		if t.Sentence == "" {
			proven[t.Key] = true
		}
	}
	claims = slices.Clone(claims)
	slices.SortStableFunc(claims, func(a, b mention.Mention) int {
		located := func(m mention.Mention) int { return min(m.QuoteEnd, 1) }
		return cmp.Or(cmp.Compare(located(b), located(a)), cmp.Compare(a.QuoteStart, b.QuoteStart), cmp.Compare(a.Name, b.Name),
			cmp.Compare(a.Type, b.Type))
	})
	var kept []mention.Mention
	seen := map[typeKey]bool{}
	for _, c := range claims {
		at := typeKey{c.Type, extract.Key(c.Name)}
		if at.key == "" || proven[at.key] || seen[at] || len(kept) == maxUnproven {
			continue
		}
		seen[at] = true
		c.Quote, c.Name = database.Clip(c.Quote, maxUnprovenBytes), database.Clip(c.Name, 500)
		c.Description, c.URL, c.Aliases = "", "", nil
		kept = append(kept, c)
	}
	return kept
}

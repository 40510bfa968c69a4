package convert

import (
	"maps"
	"slices"
	"strings"

	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/link/check"
	"mentionary/internal/lookup"
	"mentionary/internal/store"
	"mentionary/internal/store/catalogue"
	"mentionary/internal/store/curate"
	"mentionary/internal/work"
)

// passTexts are the words for the states of passes.
var passTexts = map[work.PassState]string{
	work.PassLive: "Running", work.PassDone: "Done", work.PassCancelled: "Cancelled", work.PassFailed: "Failed",
}

// Pass is a pass with its counts so far.
func Pass(p curate.PassState) *v1.Pass {
	return &v1.Pass{
		Id: Number(p.ID), Kind: string(p.Kind), EntityType: string(p.Type), State: string(p.State), StateText: passTexts[p.State],
		Done: Number(p.Done), Total: Number(p.Total), Valid: Number(p.Valid), Invalid: Number(p.Invalid), Unknown: Number(p.Unknown),
		Merged: Number(p.Merged), Review: Number(p.Skipped), CreatedAt: At(&p.CreatedAt), FinishedAt: At(p.FinishedAt), Reason: p.Reason,
	}
}

// Reading is a pass that reads earlier episodes again.
func Reading(r *store.Rereading) *v1.Reading {
	return &v1.Reading{
		Id: Number(r.ID), State: string(r.State), StateText: passTexts[r.State], Round: Number(r.Round), LookedAt: Number(r.LookedAt),
		Read: Number(r.Read), Changed: Number(r.Changed), CreatedAt: At(&r.CreatedAt), FinishedAt: At(r.FinishedAt), Reason: r.Reason,
	}
}

// DuplicatePair is two entities for a person to look at.
func DuplicatePair(p curate.DuplicatePair) *v1.DuplicatePair {
	return &v1.DuplicatePair{First: Entity(p.First), Second: Entity(p.Second), Similarity: p.Score, Reasons: p.Reasons}
}

// Comparison is two entities side by side.
func Comparison(c curate.Comparison) *v1.CompareEntitiesResponse {
	out := &v1.CompareEntitiesResponse{
		First: evidence(c.First), Second: evidence(c.Second), MatchType: c.MatchType, Similarity: c.Score, Confidence: c.Confidence,
		MentionedWithBoth: All(c.Neighbors, Entity), EpisodesTogether: Number(c.Together), Distinct: c.Distinct,
	}
	for _, r := range c.Reasons {
		out.Reasons = append(out.Reasons, r.Text)
	}
	return out
}

func evidence(e curate.Evidence) *v1.EntityEvidence {
	out := &v1.EntityEvidence{
		Entity: Entity(e.Entity), Names: All(e.Names, entityName), Quotes: All(e.Quotes, EntityMention), Channels: e.Channels,
	}
	for _, l := range e.Links {
		out.Links = append(out.Links, &v1.LinkVerdict{Kind: l.Kind, Url: l.URL, Reason: reasonSentence(l.Reason), CheckedAt: At(l.CheckedAt)})
	}
	return out
}

func entityName(n curate.NameUse) *v1.EntityName {
	return &v1.EntityName{Name: n.Name, Own: n.Own, Mentions: Number(n.Mentions)}
}

// CuratedEntity is an entity as moderators see it in a list.
func CuratedEntity(c catalogue.CuratedEntity) *v1.CuratedEntity {
	return &v1.CuratedEntity{
		Entity: Entity(c.Entity), Hidden: c.Entity.Hidden, Locks: c.Entity.Locks, LinkCount: Number(c.LinkCount),
		BrokenCount: Number(c.BrokenCount), CreatedAt: At(&c.Entity.CreatedAt),
	}
}

// Curated is one entity with its names, links, editions and whose word each field is.
func Curated(c curate.Curated) *v1.CuratedEntity {
	out := CuratedEntity(c.CuratedEntity)
	out.Names = All(c.Names, entityName)
	for _, l := range c.Links {
		out.Links = append(out.Links, &v1.CuratedLink{
			Kind: l.Kind, Url: l.URL, State: linkState(l.State), Reason: reasonSentence(l.Reason), CheckedAt: At(l.CheckedAt),
			Decision: l.Decision, Source: l.Source,
		})
	}
	for _, l := range c.Lookups {
		said := &v1.EntityLookup{
			Catalogue: l.Catalogue, Name: lookup.Names[l.Catalogue], Outcome: string(l.Outcome), Reasons: l.Reasons, AskedAt: At(&l.AskedAt),
		}
		for _, r := range l.Candidates {
			said.Candidates = append(said.Candidates, &v1.LookupCandidate{
				Id: r.ID, Name: r.Name, Description: r.Description, Url: lookup.Address(l.Catalogue, r.ID),
			})
		}
		out.Lookups = append(out.Lookups, said)
	}
	for _, x := range c.Editions {
		out.Editions = append(out.Editions, &v1.EntityEdition{
			Catalogue: x.Catalogue, Name: lookup.Names[x.Catalogue], Work: x.Work, Url: lookup.Address(x.Catalogue, x.Work), Title: x.Title,
			Language: x.Language, Original: x.Original, Reasons: x.Reasons, Decision: string(x.Decision), Others: All(x.Others, Entity),
		})
	}
	for _, f := range catalogue.FactColumns() {
		if source, _, _ := strings.Cut(c.Entity.Sources[f.Name], ":"); source != "" {
			out.Sources = append(out.Sources, &v1.FieldSource{Field: f.Name, Source: source})
		}
	}
	return out
}

// linkState is what a check said, in the words of the API.
func linkState(stored string) string {
	switch check.State(stored) {
	case check.Valid:
		return "valid"
	case check.Broken:
		return "invalid"
	default:
		return "unknown"
	}
}

// Change is what a moderator did to an entity.
func Change(c curate.Changed) *v1.Change {
	row := c.Change
	out := &v1.Change{
		Id: Number(row.ID), Kind: string(row.Kind), EntityId: Number(row.EntityID), EntityName: c.Name, OtherId: Number(row.OtherID),
		OtherName: c.OtherName, ActorName: c.ActorName, CreatedAt: At(&row.CreatedAt), UndoneAt: At(row.UndoneAt), CanUndo: c.CanUndo,
	}
	fields := slices.Collect(maps.Keys(row.Before))
	fields = slices.AppendSeq(fields, maps.Keys(row.After))
	slices.Sort(fields)
	for _, f := range slices.Compact(fields) {
		out.Fields = append(out.Fields, &v1.ChangedField{Field: f, Before: row.Before[f], After: row.After[f]})
	}
	return out
}

package convert

import (
	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/store"
	reviews "mentionary/internal/store/review"
)

// Report is what one reader said is wrong.
func Report(r *store.Report) *v1.Report {
	return &v1.Report{
		Id: Number(r.ID), ItemType: string(r.ItemType), ItemId: Number(r.ItemID), Reason: r.Reason, Text: r.Text, State: string(r.State),
		CreatedAt: At(&r.CreatedAt),
	}
}

// Reported is a thing that readers say is wrong.
func Reported(r reviews.Reported) *v1.Reported {
	out := &v1.Reported{ItemType: string(r.Type), ItemId: Number(r.ItemID), Reporters: Number(r.Reporters)}
	for _, n := range r.Notes {
		out.Notes = append(out.Notes, &v1.ReportNote{Reason: n.Reason, Text: n.Text, Reporter: n.ReporterName, CreatedAt: At(&n.CreatedAt)})
	}
	if r.Mention != nil {
		out.Mention = EntityMention(r.Mention)
	}
	if r.Entity != nil {
		out.Entity = Entity(r.Entity)
	}
	if r.Episode != nil {
		out.Episode = ListedEpisode(r.Episode, true)
	}
	return out
}

// ReviewItem is a name on a channel that waits for a decision.
func ReviewItem(w reviews.Waiting) *v1.ReviewItem {
	d := w.Doubt
	out := &v1.ReviewItem{
		Id: Number(d.ID), Kind: string(d.Kind), Type: string(d.Type), Name: d.Name, Channel: episodeChannel(d.Edges.Channel),
		Mentions: Number(d.Mentions), Episodes: Number(d.Episodes), Listed: Number(w.Listed),
	}
	switch {
	case w.Mention != nil:
		out.Example, out.Located = EntityMention(w.Mention), true
	case w.Unproven != nil:
		out.Example, out.Located = unproven(w.Unproven), w.Unproven.Claim.QuoteEnd > 0
	}
	if w.Entity != nil {
		out.Entity, out.Name = Entity(w.Entity), w.Entity.Name
	}
	if w.MayBe != nil {
		out.MayBe = Entity(w.MayBe)
	}
	out.Quotes = All(w.Quotes, EntityMention)
	return out
}

// unproven is a claim without proof as a mention that is none.
func unproven(u *store.Unproven) *v1.Mention {
	c := u.Claim
	m := Mention(&store.Mention{
		EpisodeID: u.EpisodeID, Quote: c.Quote, Surface: c.Surface, Speaker: c.Speaker, Context: string(c.Context), Stance: string(c.Stance),
		Signals: c.Signals, StartMs: c.StartMS, EndMs: c.EndMS,
	}, u.Edges.Episode)
	return m
}

// ReviewCounts says how much waits.
func ReviewCounts(c reviews.Counts) *v1.CountReviewItemsResponse {
	out := &v1.CountReviewItemsResponse{
		Low: Number(c.Kinds[reviews.Low]), Ambiguous: Number(c.Kinds[reviews.Ambiguous]), Rejected: Number(c.Kinds[reviews.Rejected]),
		Reported: Number(c.Reported),
	}
	for _, x := range c.Channels {
		out.Channels = append(out.Channels, &v1.ChannelReview{Channel: episodeChannel(x.Channel), Count: Number(x.Count)})
	}
	return out
}

// ReviewDecision is what a reviewer decided.
func ReviewDecision(r reviews.Ruled) *v1.ReviewDecision {
	return &v1.ReviewDecision{
		Id: Number(r.ID), Decision: string(r.Decision), Sentence: r.Scope == reviews.OneSentence, Kind: r.Kind,
		Channel: episodeChannel(r.Edges.Channel), Type: string(r.Type), Name: r.Name, MeantType: r.MeantType, Meant: r.Meant,
		TargetId: Number(r.TargetID), Mentions: Number(r.Mentions), Episodes: Number(r.Episodes), Reason: r.Reason, DecidedBy: r.ActorName,
		CreatedAt: At(&r.CreatedAt), UndoneAt: At(r.UndoneAt),
	}
}

// GlossaryLine is what was taught about words.
func GlossaryLine(g *store.Glossary) *v1.GlossaryLine {
	return &v1.GlossaryLine{
		Id: Number(g.ID), Channel: episodeChannel(g.Edges.Channel), Heard: g.Heard, Type: g.Type, Blocked: g.Blocked, Meant: g.Meant,
		MeantType: g.MeantType, EntityId: Number(g.EntityID), Sentence: g.Sentence != "", UpdatedAt: At(&g.UpdatedAt),
	}
}

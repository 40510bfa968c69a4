package review

import (
	"context"
	"slices"

	"mentionary/ent/db"
	dbepisode "mentionary/ent/db/episode"
	dbruling "mentionary/ent/db/ruling"
	dbunproven "mentionary/ent/db/unproven"
	"mentionary/internal/extract"
	"mentionary/internal/fault"
	"mentionary/internal/mention"
	"mentionary/internal/store/catalogue"
	"mentionary/internal/store/database"
)

// decideUnproven applies a decision about claims of one name that the transcripts do not prove. Said to be right, they
// become mentions where their sentence holds the words that name it; in any case they do not wait any more.
func (c *decision) decideUnproven(ctx context.Context) error {
	key := extract.Key(c.name)
	about := dbunproven.And(dbunproven.ChannelID(c.channel), dbunproven.TypeEQ(c.typ), dbunproven.Key(key),
		dbunproven.HasEpisodeWith(dbepisode.VisibilityEQ(dbepisode.VisibilityPublic)))
	rows, err := c.tx.Unproven.Query().Where(about).
		Order(dbunproven.ByID()).Limit(maxChanged).All(ctx)
	if err != nil {
		return err
	}
	if len(rows) == 0 {
		return fault.New(fault.Conflict, "This no longer waits: the episode was analyzed again.")
	}
	for _, r := range rows {
		c.episodes = append(c.episodes, r.EpisodeID)
		c.inverse.Unproven = append(c.inverse.Unproven, *r)
	}
	if err := c.lockChannel(ctx); err != nil {
		return err
	}
	if c.in.Decision != dbruling.DecisionWrong {
		if err := c.prove(ctx, rows); err != nil {
			return err
		}
	}
	if _, err := c.tx.Unproven.Delete().Where(about).Exec(ctx); err != nil {
		return err
	}
	if err := c.remember(ctx, c.name, 0); err != nil {
		return err
	}
	if c.in.Heard != "" && c.target != nil && extract.Key(c.in.Heard) != key {
		if err := c.remember(ctx, c.in.Heard, 0); err != nil {
			return err
		}
	}
	return c.s.catalogue.RecountUnproven(ctx, c.tx, c.channel, []catalogue.UnprovenName{{Type: c.typ, Key: key}})
}

// prove makes mentions of the claims whose sentence holds the words that name it.
func (c *decision) prove(ctx context.Context, rows []*db.Unproven) error {
	if extract.Key(c.in.Heard) == "" {
		return fault.New(fault.BadInput, "Choose the words in the sentence that name it.").WithField("heard")
	}
	if err := c.findTarget(ctx); err != nil {
		return err
	}
	if err := c.lockEntities(ctx); err != nil {
		return err
	}
	for _, r := range rows {
		if m, ok := proven(r, c.in.Heard); ok {
			if err := c.make(ctx, r, m); err != nil {
				return err
			}
		}
	}
	if len(c.inverse.Made) == 0 {
		return fault.New(fault.BadInput, "These words are not in the sentence. Choose words from it.").WithField("heard")
	}
	slices.Sort(c.episodes)
	return c.s.curate.Recount(ctx, c.tx, c.touched(), slices.Compact(c.episodes), []int{c.channel})
}

// proven is a claim as a mention, when its sentence is in the transcript and holds the words.
func proven(r *db.Unproven, heard string) (mention.Mention, bool) {
	m := r.Claim
	if m.QuoteEnd == 0 {
		return m, false
	}
	from, to, _, ok := extract.Locate(m.Quote, heard)
	m.Start, m.End = m.QuoteStart+from, m.QuoteStart+to
	if ok {
		m.Surface = m.Quote[from:to]
	}
	return extract.Reviewed(m), ok
}

func (c *decision) make(ctx context.Context, r *db.Unproven, m mention.Mention) error {
	said := m.Context
	if c.target.Type == mention.Sponsor {
		said = mention.Ad
	}
	there, err := c.tx.Mention.Query().Where(placeOf(r.EpisodeID, c.target.ID, m.Start)).Exist(ctx)
	if err != nil || there {
		return err
	}
	row, err := c.tx.Mention.Create().SetEpisodeID(r.EpisodeID).SetEntityID(c.target.ID).SetRunID(r.RunID).SetTranscriptID(r.TranscriptID).
		SetStart(m.Start).SetEnd(m.End).SetQuoteStart(m.QuoteStart).SetQuoteEnd(m.QuoteEnd).SetCue(m.CueIndex).
		SetStartMs(m.StartMS).SetEndMs(m.EndMS).SetSurface(database.Clip(m.Surface, 500)).SetQuote(m.Quote).
		SetSpeaker(database.Clip(m.Speaker, 200)).SetContext(string(said)).SetStance(string(m.Stance)).SetClaims(m.Claims).
		SetSignals(m.Signals).SetConfidence(m.Confidence).SetTelling(mention.Telling(m.Quote, m.Surface, m.Stance)).Save(ctx)
	if err != nil {
		return err
	}
	c.inverse.Made = append(c.inverse.Made, row.ID)
	return nil
}

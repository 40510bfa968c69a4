package publish

import (
	"cmp"
	"context"
	"slices"

	"mentionary/ent/db"
	dbepisodeentity "mentionary/ent/db/episodeentity"
	dbmention "mentionary/ent/db/mention"
	"mentionary/internal/mention"
	"mentionary/internal/store/catalogue"
	"mentionary/internal/store/database"
)

// occurrence is the occurrence list of one entity in the episode.
type occurrence struct {
	entity   *db.Entity
	groups   []*group
	mentions []*mention.Mention // by start, one for each
	claims   mention.Claims
	counted  int // mentions in the counters
	firstMS  int
	part     bool // the source names them as host or guest
	text     int  // the transcript
}

// occurrences joins the groups that mean the same entity, in the order of entity ids.
func (p *publisher) occurrences(transcriptID int) []*occurrence {
	byEntity := map[int]*occurrence{}
	var lists []*occurrence
	for _, g := range p.groups {
		o := byEntity[g.entity.ID]
		if o == nil {
			o = &occurrence{entity: g.entity, text: transcriptID}
			byEntity[g.entity.ID] = o
			lists = append(lists, o)
		}
		o.groups = append(o.groups, g)
		o.mentions = append(o.mentions, g.mentions...)
		if g.typ == g.entity.Type { // the text may suggest another one, which a moderator has corrected
			o.claims = o.claims.Or(g.claims)
		}
	}
	for _, o := range lists {
		o.tidy()
	}
	slices.SortFunc(lists, func(a, b *occurrence) int { return cmp.Compare(a.entity.ID, b.entity.ID) })
	return lists
}

// tidy keeps the surest mention of each place and counts.
func (o *occurrence) tidy() {
	slices.SortStableFunc(o.mentions, func(a, b *mention.Mention) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(b.Confidence, a.Confidence))
	})
	o.mentions = slices.CompactFunc(o.mentions, func(a, b *mention.Mention) bool { return a.Start == b.Start })
	o.firstMS = o.mentions[0].StartMS
	for _, m := range o.mentions {
		o.part = o.part || o.entity.Type == mention.Person && slices.Contains(m.Signals, mention.SignalParticipant)
		if counts(m, o.entity.Type) {
			if o.counted == 0 {
				o.firstMS = m.StartMS
			}
			o.counted++
		}
	}
}

// quoteWords are the words that strangers read of the list's most telling quote.
func (o *occurrence) quoteWords() int {
	if o.counted == 0 {
		return 0
	}
	counted := func(yield func(*mention.Mention) bool) {
		for _, m := range o.mentions {
			if counts(m, o.entity.Type) && !yield(m) {
				return
			}
		}
	}
	telling := slices.MaxFunc(slices.Collect(counted), func(a, b *mention.Mention) int {
		return cmp.Or(cmp.Compare(tells(a), tells(b)), cmp.Compare(a.Confidence, b.Confidence))
	})
	return catalogue.QuoteWords(telling.Quote)
}

func tells(m *mention.Mention) int { return mention.Telling(m.Quote, m.Surface, m.Stance) }

// writeMentions upserts the mentions and deletes those of the episode that are no longer there. Of a new transcript, those that were
// said at the same time before go on.
func (p *publisher) writeMentions(ctx context.Context, lists []*occurrence) error {
	if !p.first {
		if err := p.moveMentions(ctx, lists); err != nil {
			return err
		}
		if err := p.dropMentions(ctx, lists); err != nil {
			return err
		}
	}
	var rows []*db.MentionCreate
	for _, o := range lists {
		for _, m := range o.mentions {
			rows = append(rows, p.mentionRow(o, m))
		}
	}
	for part := range slices.Chunk(rows, database.BulkRows) {
		err := p.tx.Mention.CreateBulk(part...).
			OnConflictColumns(dbmention.FieldEpisodeID, dbmention.FieldEntityID, dbmention.FieldStart).UpdateNewValues().Exec(ctx)
		if err != nil {
			return err
		}
	}
	return nil
}

// dropMentions deletes the mentions of the episode that are no longer there.
func (p *publisher) dropMentions(ctx context.Context, lists []*occurrence) error {
	type place struct{ entity, start int }
	kept := map[place]bool{}
	for _, o := range lists {
		for _, m := range o.mentions {
			kept[place{o.entity.ID, m.Start}] = true
		}
	}
	old, err := p.tx.Mention.Query().Where(dbmention.EpisodeID(p.episode.ID)).
		Select(dbmention.FieldID, dbmention.FieldEntityID, dbmention.FieldStart).All(ctx)
	if err != nil {
		return err
	}
	var gone []int
	for _, m := range old {
		if !kept[place{m.EntityID, m.Start}] {
			gone = append(gone, m.ID)
		}
	}
	for part := range slices.Chunk(gone, database.IDChunk) {
		if _, err := p.tx.Mention.Delete().Where(dbmention.IDIn(part...)).Exec(ctx); err != nil {
			return err
		}
	}
	return nil
}

func (p *publisher) mentionRow(o *occurrence, m *mention.Mention) *db.MentionCreate {
	signals := m.Signals
	if signals == nil {
		signals = []mention.Signal{}
	}
	return p.tx.Mention.Create().SetEpisodeID(p.episode.ID).SetEntityID(o.entity.ID).SetRunID(p.run.ID).SetTranscriptID(o.text).
		SetStart(m.Start).SetEnd(m.End).SetQuoteStart(m.QuoteStart).SetQuoteEnd(m.QuoteEnd).
		SetCue(m.CueIndex).SetStartMs(m.StartMS).SetEndMs(m.EndMS).
		SetSurface(database.Clip(m.Surface, 500)).SetQuote(m.Quote).SetSpeaker(database.Clip(m.Speaker, 200)).
		SetContext(string(m.Context)).SetStance(string(m.Stance)).SetClaims(m.Claims).SetSignals(signals).SetConfidence(m.Confidence).
		SetTelling(tells(m))
}

// writeOccurrences writes the counted list of the episode and deletes what left it.
func (p *publisher) writeOccurrences(ctx context.Context, lists []*occurrence) error {
	ids := make([]int, 0, len(lists))
	rows := make([]*db.EpisodeEntityCreate, 0, len(lists))
	quoted := make([]catalogue.Quoted, 0, len(lists))
	for i, o := range lists {
		quoted = append(quoted, catalogue.Quoted{
			ID: i, Type: o.entity.Type, Mentions: o.counted, FirstMS: o.firstMS, Words: o.quoteWords(),
		})
	}
	ahead := catalogue.WordsAhead(quoted)
	for i, o := range lists {
		ids = append(ids, o.entity.ID)
		rows = append(rows, p.tx.EpisodeEntity.Create().SetEpisodeID(p.episode.ID).SetEntityID(o.entity.ID).
			SetType(o.entity.Type).SetMentionCount(o.counted).SetFirstMs(o.firstMS).SetParticipant(o.part).SetClaims(o.claims).
			SetQuoteWords(quoted[i].Words).SetWordsAhead(ahead[i]))
	}
	if !p.first {
		err := p.s.Exec(ctx, p.tx, "DELETE FROM episode_entities WHERE episode_id = ? AND NOT (entity_id IN ?)", p.episode.ID,
			database.IDs(append([]int{0}, ids...)))
		if err != nil {
			return err
		}
	}
	for part := range slices.Chunk(rows, database.BulkRows) {
		err := p.tx.EpisodeEntity.CreateBulk(part...).
			OnConflictColumns(dbepisodeentity.FieldEpisodeID, dbepisodeentity.FieldEntityID).UpdateNewValues().Exec(ctx)
		if err != nil {
			return err
		}
	}
	if p.first {
		return nil
	}
	return p.s.catalogue.CountWordsAhead(ctx, p.tx, []int{p.episode.ID}) // lists that stay have older ids than their places tell
}

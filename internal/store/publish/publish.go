package publish

import (
	"context"
	"slices"

	"mentionary/ent/db"
	dbepisode "mentionary/ent/db/episode"
	"mentionary/internal/extract"
	"mentionary/internal/mention"
	"mentionary/internal/store/database"
	"mentionary/internal/store/jobs"
	"mentionary/internal/work"
)

// PublishInput is the outcome of a run's analysis.
type PublishInput struct {
	RunID        int
	TranscriptID int // the transcript whose text the mentions point into
	Mentions     []mention.Mention
	Rejected     int               // candidates without proof
	Unproven     []mention.Mention // those of them that a reviewer may look at
}

// PublishResult says what the episode came to.
type PublishResult struct {
	Entities    int   // distinct entities of the episode with published mentions
	NewEntities []int // entities that no other episode mentions
	Mentions    int   // published mentions that count
	Left        []int // entities that the episode had before and has no more
}

// Publish writes the mentions of a live run's episode, decides which entities they mean, recomputes every counter they
// touch and makes the episode public, in one transaction. A closed run is refused as stale.
//
// Idempotent: entities are found by (type, key, disambiguator), mentions by (episode, entity, start); mentions of the
// episode that this run no longer has are deleted. A private upload changes nothing that others can see: entities it
// introduces carry a name only, and its mentions are not counted.
func (s *Store) Publish(ctx context.Context, in PublishInput) (PublishResult, error) {
	return database.Write(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (PublishResult, error) {
		if _, err := s.jobs.LockJobsAndRun(ctx, tx, in.RunID); err != nil {
			return PublishResult{}, err
		}
		run, err := s.jobs.LiveRun(ctx, tx, in.RunID)
		if err != nil {
			return PublishResult{}, err
		}
		p, err := s.newPublisher(ctx, tx, run)
		if err != nil {
			return PublishResult{}, err
		}
		out, err := p.publish(ctx, in)
		if err != nil {
			return PublishResult{}, err
		}
		if err := tx.Run.UpdateOneID(run.ID).SetRejected(in.Rejected).SetTranscriptID(in.TranscriptID).Exec(ctx); err != nil {
			return PublishResult{}, err
		}
		progress := jobs.StepProgress{State: work.StepDone, Text: publishedText(out)}
		if err := s.jobs.RecordStep(ctx, tx, run, work.StagePublish, progress); err != nil {
			return PublishResult{}, err
		}
		return out, s.Raise(ctx, tx)
	})
}

// publisher is one publication under way.
type publisher struct {
	s       *Store
	tx      *db.Tx
	run     *db.Run
	episode *db.Episode
	public  bool
	channel int // 0 when the episode has none
	groups  []*group
	former  []int // entities of the episode before this publication
	again   bool  // the episode is read again: what stands apart may be joined

	transcript int // whose text the mentions point into
}

// newPublisher locks the episode and its channel: publications in one channel follow each other, so that its counters
// see all of them.
func (s *Store) newPublisher(ctx context.Context, tx *db.Tx, run *db.Run) (*publisher, error) {
	ep, err := s.catalogue.LockEpisode(ctx, tx, run.EpisodeID)
	if err != nil {
		return nil, err
	}
	p := &publisher{s: s, tx: tx, run: run, episode: ep, public: ep.Visibility == dbepisode.VisibilityPublic}
	if ep.ChannelID != nil {
		p.channel = *ep.ChannelID
	}
	return p, s.LockRows(ctx, tx, "channels", []int{p.channel})
}

func (p *publisher) publish(ctx context.Context, in PublishInput) (PublishResult, error) {
	glossary, err := p.s.taught(ctx, p.tx, p.channel)
	if err != nil {
		return PublishResult{}, err
	}
	found, _ := extract.Obey(in.Mentions, glossary.lines)
	p.transcript, p.groups = in.TranscriptID, groupMentions(found)
	if err := p.resolve(ctx); err != nil {
		return PublishResult{}, err
	}
	if err := p.obeyEntities(ctx, glossary); err != nil {
		return PublishResult{}, err
	}
	before, err := p.s.catalogue.ShareOf(ctx, p.tx, p.episode.ID)
	if err != nil {
		return PublishResult{}, err
	}
	touched := slices.Clone(p.former)
	for _, g := range p.groups {
		touched = append(touched, g.entity.ID)
	}
	slices.Sort(touched)
	touched = slices.Compact(touched)
	if err := p.lockEntities(ctx, touched); err != nil {
		return PublishResult{}, err
	}
	lists := p.occurrences(in.TranscriptID)
	for _, step := range []func(context.Context, []*occurrence) error{
		p.writeMentions, p.callByBestName, p.writeOccurrences, p.writeFacts, p.writeLinks, p.writeEpisode,
	} {
		if err := step(ctx, lists); err != nil {
			return PublishResult{}, err
		}
	}
	if err := p.writeUnproven(ctx, in.Unproven, glossary.lines); err != nil {
		return PublishResult{}, err
	}
	if err := p.s.catalogue.Recounted(ctx, p.tx, before, p.channel, touched); err != nil {
		return PublishResult{}, err
	}
	out, err := p.result(ctx, lists)
	out.Left = left(p.former, lists)
	return out, err
}

// lockEntities locks entities in the order of their ids. It runs the transaction again when somebody merged one of them, or changed its
// type, between finding and locking it.
func (p *publisher) lockEntities(ctx context.Context, touched []int) error {
	type standing struct {
		ID         int          `sql:"id"`
		Type       mention.Type `sql:"type"`
		MergedInto *int         `sql:"merged_into"`
		Hidden     bool         `sql:"hidden"`
	}
	question := `SELECT id, type, merged_into, hidden FROM entities WHERE id IN ? ORDER BY id`
	if p.s.Postgres() { // SQLite has one writer
		question += ` FOR UPDATE`
	}
	locked := make(map[int]standing, len(touched))
	for part := range slices.Chunk(touched, database.IDChunk) {
		rows, err := database.Query[standing](ctx, p.s.DB, p.tx, question, database.IDs(part))
		if err != nil {
			return err
		}
		for _, r := range rows {
			locked[r.ID] = r
		}
	}
	for _, g := range p.groups {
		e, there := locked[g.entity.ID]
		if !there {
			continue
		}
		if e.MergedInto != nil || e.Type != g.entity.Type {
			return database.ErrMergedMeanwhile
		}
		g.entity.Hidden = e.Hidden
	}
	return nil
}

// writeEpisode marks the episode processed and keeps what its cards show. Publishing the same run again keeps the time.
func (p *publisher) writeEpisode(ctx context.Context, lists []*occurrence) error {
	types, entities, mentions := map[string]int{}, 0, 0
	for _, o := range lists {
		if o.counted > 0 && !o.entity.Hidden {
			types[string(o.entity.Type)]++
			entities++
			mentions += o.counted
		}
	}
	origin, err := p.s.jobs.Origin(ctx, p.tx, p.transcript)
	if err != nil {
		return err
	}
	now := p.s.Now()
	again := p.again || p.episode.ProcessedAt != nil && !p.episode.ProcessedAt.Before(p.run.CreatedAt)
	u := p.tx.Episode.UpdateOneID(p.episode.ID).SetTypeCounts(types).SetEntityCount(entities).SetMentionCount(mentions).
		SetTranscriptID(p.transcript).SetGiven(jobs.GivenByReader(p.episode, origin)).SetIsProcessed(true).SetUpdatedAt(now)
	if !again {
		u.SetProcessedAt(now)
	}
	return u.Exec(ctx)
}

func (p *publisher) result(ctx context.Context, lists []*occurrence) (PublishResult, error) {
	var out PublishResult
	ids := make([]int, 0, len(lists))
	for _, o := range lists {
		ids = append(ids, o.entity.ID)
		if o.counted > 0 {
			out.Entities++
			out.Mentions += o.counted
		}
	}
	elsewhere, err := p.mentionedElsewhere(ctx, ids)
	out.NewEntities = slices.DeleteFunc(ids, func(id int) bool { return elsewhere[id] })
	return out, err
}

// mentionedElsewhere says which of the entities another episode mentions too.
func (p *publisher) mentionedElsewhere(ctx context.Context, ids []int) (map[int]bool, error) {
	out := map[int]bool{}
	for part := range slices.Chunk(ids, database.IDChunk) {
		found, err := database.Query[int](ctx, p.s.DB, p.tx, `SELECT DISTINCT entity_id FROM episode_entities
			WHERE entity_id IN ? AND episode_id <> ?`, database.IDs(part), p.episode.ID)
		if err != nil {
			return nil, err
		}
		for _, id := range found {
			out[id] = true
		}
	}
	return out, nil
}

func publishedText(r PublishResult) string {
	return Counted(r.Mentions, "mention", "mentions") + " of " + Counted(r.Entities, "entity", "entities") + "."
}

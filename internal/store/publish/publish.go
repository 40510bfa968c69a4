package publish

import (
	"context"
	"slices"

	"mentionary/ent/db"
	dbepisode "mentionary/ent/db/episode"
	dbrun "mentionary/ent/db/run"
	"mentionary/internal/extract"
	"mentionary/internal/mention"
	"mentionary/internal/store/catalogue"
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
		run, err := s.jobs.LockJobsAndLiveRun(ctx, tx, in.RunID)
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
		if err := tx.Run.Update().Where(dbrun.ID(run.ID)).SetRejected(in.Rejected).SetTranscriptID(in.TranscriptID).Exec(ctx); err != nil {
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
	channel int         // 0 when the episode has none
	counted *db.Channel // its counters, nil when the episode has none
	first   bool        // nothing of the episode was published before
	groups  []*group
	former  []int // entities of the episode before this publication
	touched map[int]catalogue.Touched
	born    map[int]catalogue.Share // what new entities of lists were made with
	again   bool                    // the episode is read again: what stands apart may be joined
	joins   []join                  // what was joined

	transcript int // whose text the mentions point into
}

// newPublisher locks the episode and its channel: publications in one channel follow each other, so that its counters
// see all of them.
func (s *Store) newPublisher(ctx context.Context, tx *db.Tx, run *db.Run) (*publisher, error) {
	ep, err := s.catalogue.LockEpisode(ctx, tx, run.EpisodeID)
	if err != nil {
		return nil, err
	}
	p := &publisher{
		s: s, tx: tx, run: run, episode: ep, public: ep.Visibility == dbepisode.VisibilityPublic, first: ep.ProcessedAt == nil,
		born: map[int]catalogue.Share{},
	}
	if ep.ChannelID != nil {
		p.channel = *ep.ChannelID
	}
	p.counted, err = s.catalogue.LockChannel(ctx, tx, p.channel)
	return p, err
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
	if err := p.lockEntities(ctx); err != nil {
		return PublishResult{}, err
	}
	before := catalogue.NewShare(p.episode.ID)
	if !p.first {
		if before, err = p.s.catalogue.ShareOf(ctx, p.tx, p.episode.ID); err != nil {
			return PublishResult{}, err
		}
	}
	lists := p.occurrences(in.TranscriptID)
	for _, step := range []func(context.Context, []*occurrence) error{
		p.writeMentions, p.inheritNames, p.callByBestName, p.writeOccurrences, p.markNews, p.writeFacts, p.writeLinks, p.writeEpisode,
	} {
		if err := step(ctx, lists); err != nil {
			return PublishResult{}, err
		}
	}
	if err := p.writeUnproven(ctx, in.Unproven, glossary.lines); err != nil {
		return PublishResult{}, err
	}
	if err := p.s.catalogue.Recounted(ctx, p.tx, before, p.share(lists), p.born, p.counted, p.touched); err != nil {
		return PublishResult{}, err
	}
	if p.channel != 0 {
		if err := p.s.catalogue.RecountDoubtsIn(ctx, p.tx, p.channel, p.doubtful(lists)); err != nil {
			return PublishResult{}, err
		}
	}
	return p.result(lists), nil
}

// share is what the episode adds to counters now.
func (p *publisher) share(lists []*occurrence) catalogue.EpisodeShare {
	out := catalogue.NewShare(p.episode.ID)
	if !p.public {
		return out
	}
	for _, o := range lists {
		if o.counted > 0 {
			out.Entities[o.entity.ID] = catalogue.Share{ID: o.entity.ID, Type: o.entity.Type, Mentions: o.counted, Part: o.part}
		}
		if slices.ContainsFunc(o.mentions, func(m *mention.Mention) bool { return m.Stance == mention.Recommended }) {
			out.Recommends[o.entity.ID] = true
		}
	}
	return out
}

// doubtful are the entities for which what waits for a reviewer of the channel may be otherwise now: those that wait or may be another
// one, and those with a mention here that is not sure.
func (p *publisher) doubtful(lists []*occurrence) []int {
	var out []int
	for id, t := range p.touched {
		if t.Doubtful {
			out = append(out, id)
		}
	}
	for _, o := range lists {
		if slices.ContainsFunc(o.mentions, func(m *mention.Mention) bool { return m.Confidence < catalogue.PublishedConfidence }) {
			out = append(out, o.entity.ID)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// lockEntities locks what the episode had and has. It runs the transaction again when somebody merged one of them, or changed its type,
// between finding and locking it.
func (p *publisher) lockEntities(ctx context.Context) (err error) {
	ids := slices.Clone(p.former)
	for _, g := range p.groups {
		ids = append(ids, g.entity.ID)
	}
	for _, j := range p.joins {
		ids = append(ids, j.from.ID)
	}
	slices.Sort(ids)
	if p.touched, err = p.s.catalogue.Touch(ctx, p.tx, p.episode.ID, p.channel, slices.Compact(ids)); err != nil {
		return err
	}
	for _, g := range p.groups {
		e, there := p.touched[g.entity.ID]
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
	u := p.tx.Episode.Update().Where(dbepisode.ID(p.episode.ID)).SetTypeCounts(types).SetEntityCount(entities).SetMentionCount(mentions).
		SetTranscriptID(p.transcript).SetGiven(jobs.GivenByReader(p.episode, origin)).SetIsProcessed(true).SetUpdatedAt(now)
	if !again {
		u.SetProcessedAt(now)
	}
	return u.Exec(ctx)
}

func (p *publisher) result(lists []*occurrence) PublishResult {
	out := PublishResult{Left: left(p.former, lists)}
	for _, o := range lists {
		if !p.touched[o.entity.ID].Elsewhere {
			out.NewEntities = append(out.NewEntities, o.entity.ID)
		}
		if o.counted > 0 {
			out.Entities++
			out.Mentions += o.counted
		}
	}
	return out
}

func publishedText(r PublishResult) string {
	return Counted(r.Mentions, "mention", "mentions") + " of " + Counted(r.Entities, "entity", "entities") + "."
}

package review

import (
	"context"
	"slices"
	"strconv"

	"mentionary/ent/db"
	dbentity "mentionary/ent/db/entity"
	dbepisode "mentionary/ent/db/episode"
	dbmention "mentionary/ent/db/mention"
	dbruling "mentionary/ent/db/ruling"
	"mentionary/internal/fault"
	"mentionary/internal/mention"
	"mentionary/internal/store/catalogue"
	"mentionary/internal/store/curate"
	"mentionary/internal/store/database"
)

// maxChanged bounds the mentions that one decision changes: its inverse is kept whole.
const maxChanged = 20_000

// Decision is what a reviewer says about a doubt, or about one mention.
type Decision struct {
	DoubtID   int // of the queue
	MentionID int // instead: a mention that somebody reported, or that a reviewer found
	Decision  dbruling.Decision
	Sentence  bool // only this sentence, not the whole channel
	// What is meant, for another entity: TargetID, or Name with Type. For another type: Type.
	TargetID int
	Name     string
	Type     mention.Type
	// Heard are the words that name it, of a claim without proof: needed to say that it is right.
	Heard  string
	Reason string
	By     database.Actor
}

// Decide applies a reviewer's decision to the directory and remembers it for the channel: the next run of any of its
// episodes obeys. All in one transaction, audited, with what takes it back.
//
// Idempotent: the same decision about what is decided already returns the ruling that was made.
func (s *Store) Decide(ctx context.Context, d Decision) (*db.Ruling, error) {
	return database.Write(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*db.Ruling, error) {
		c := &decision{s: s, tx: tx, in: d}
		done, err := c.load(ctx)
		if err != nil || done != nil {
			return done, err
		}
		if c.entity == nil {
			err = c.decideUnproven(ctx)
		} else {
			err = c.decideMentions(ctx)
		}
		if err != nil {
			return nil, err
		}
		return c.write(ctx)
	})
}

// decision is one under way.
type decision struct {
	s  *Store
	tx *db.Tx
	in Decision

	doubt   *db.Doubt   // nil when it is about a mention
	mention *db.Mention // the one it is about, or the example
	channel int
	entity  *db.Entity // what the claim led to; nil for a claim without proof
	typ     mention.Type
	name    string // the claim
	kind    string

	target   *db.Entity // what is meant; nil when it names nothing
	episodes []int
	inverse  inverse
}

// load finds what is to be decided. It returns the ruling when that was done already.
func (c *decision) load(ctx context.Context) (*db.Ruling, error) {
	var err error
	if c.in.DoubtID != 0 {
		// Of two reviewers who decide at once the second finds that it is decided.
		if err := c.s.LockRows(ctx, c.tx, "doubts", []int{c.in.DoubtID}); err != nil {
			return nil, err
		}
		c.doubt, err = c.tx.Doubt.Get(ctx, c.in.DoubtID)
		if db.IsNotFound(err) {
			return c.made(ctx, dbruling.DoubtID(c.in.DoubtID))
		}
		if err != nil {
			return nil, err
		}
		c.channel, c.typ, c.name, c.kind = c.doubt.ChannelID, c.doubt.Type, c.doubt.Name, string(c.doubt.Kind)
		if c.doubt.EntityID == 0 {
			return nil, nil
		}
		if c.in.Sentence {
			c.mention, err = c.tx.Mention.Get(ctx, c.doubt.ExampleID)
			if err != nil {
				return nil, err
			}
		}
		c.entity, err = c.tx.Entity.Get(ctx, c.doubt.EntityID)
		return nil, err
	}
	if err := c.s.LockRows(ctx, c.tx, "mentions", []int{c.in.MentionID}); err != nil {
		return nil, err
	}
	c.mention, err = c.tx.Mention.Query().Where(dbmention.ID(c.in.MentionID)).WithEntity().WithEpisode().Only(ctx)
	if db.IsNotFound(err) {
		return c.made(ctx, dbruling.MentionID(c.in.MentionID))
	}
	if err != nil {
		return nil, err
	}
	if c.mention.Edges.Episode.Visibility != dbepisode.VisibilityPublic {
		return nil, fault.New(fault.Conflict, "This episode is private. Publish it first, then decide about what it mentions.")
	}
	if c.mention.Edges.Episode.ChannelID == nil {
		return nil, fault.New(fault.Conflict, "This episode belongs to no channel, so there is nothing to remember it for.")
	}
	c.channel, c.entity, c.kind = *c.mention.Edges.Episode.ChannelID, c.mention.Edges.Entity, "reported"
	c.typ, c.name = c.entity.Type, c.entity.Name
	return nil, nil
}

// made returns the ruling that decided what is not there any more, when it is the same decision.
func (c *decision) made(ctx context.Context, about ...dbrulingPredicate) (*db.Ruling, error) {
	r, err := c.tx.Ruling.Query().Where(append(about, dbruling.DecisionEQ(c.in.Decision), dbruling.UndoneAtIsNil())...).
		WithChannel().Order(dbruling.ByID()).First(ctx)
	if db.IsNotFound(err) {
		return nil, fault.New(fault.Conflict, "This does not wait any more: somebody decided it, or the episode was analyzed again.")
	}
	return r, err
}

// decideMentions applies a decision about mentions of an entity.
func (c *decision) decideMentions(ctx context.Context) error {
	// What a private upload says is nobody's to keep, as an inverse does.
	where := []dbmentionPredicate{dbmention.EntityID(c.entity.ID), dbmention.HasEpisodeWith(dbepisode.ChannelID(c.channel),
		dbepisode.VisibilityEQ(dbepisode.VisibilityPublic))}
	if c.in.Sentence {
		where = append(where, dbmention.ID(c.mention.ID))
	}
	if err := c.lockEpisodes(ctx, where); err != nil {
		return err
	}
	if err := c.findTarget(ctx); err != nil {
		return err
	}
	if err := c.lockEntities(ctx); err != nil {
		return err
	}
	rows, err := c.tx.Mention.Query().Where(where...).Order(dbmention.ByID()).Limit(maxChanged + 1).All(ctx)
	if err != nil {
		return err
	}
	if len(rows) > maxChanged {
		return fault.Newf(fault.Conflict, "More than %d mentions would change, which is more than one decision may. Merge or change the whole "+
			"entry in Data Quality instead.", maxChanged)
	}
	if err := c.apply(ctx, rows); err != nil {
		return err
	}
	if err := c.remember(ctx, c.name, c.entity.ID); err != nil {
		return err
	}
	return c.s.curate.Recount(ctx, c.tx, c.touched(), c.episodes, []int{c.channel})
}

// apply confirms mentions, moves them to what is meant, or takes them away.
func (c *decision) apply(ctx context.Context, rows []*db.Mention) error {
	if c.target != nil && c.target.ID == c.entity.ID {
		return c.confirm(ctx, rows)
	}
	counted, err := c.s.curate.CountedRows(ctx, c.tx, c.entity.ID, c.episodes)
	if err != nil {
		return err
	}
	c.inverse.Counted = &counted
	if c.target == nil {
		return c.remove(ctx, rows)
	}
	return c.move(ctx, rows)
}

// lockEpisodes locks the episodes of the mentions and their channel, in the order in which publications lock them.
func (c *decision) lockEpisodes(ctx context.Context, where []dbmentionPredicate) error {
	var err error
	c.episodes, err = c.tx.Mention.Query().Where(where...).Unique(true).Select(dbmention.FieldEpisodeID).Ints(ctx)
	if err != nil {
		return err
	}
	slices.Sort(c.episodes)
	if len(c.episodes) == 0 {
		return fault.New(fault.Conflict, "This does not wait any more: the episode was analyzed again.")
	}
	return c.lockChannel(ctx)
}

func (c *decision) lockChannel(ctx context.Context) error {
	if err := c.s.LockRows(ctx, c.tx, "episodes", slices.Clone(c.episodes)); err != nil {
		return err
	}
	return c.s.LockRows(ctx, c.tx, "channels", []int{c.channel})
}

// findTarget finds what is meant.
func (c *decision) findTarget(ctx context.Context) error {
	name, typ := c.name, c.typ
	switch c.in.Decision {
	case dbruling.DecisionWrong:
		return nil
	case dbruling.DecisionRight:
		if c.entity != nil {
			c.target = c.entity
			return nil
		}
	case dbruling.DecisionType:
		if typ = c.in.Type; typ == c.typ {
			return fault.New(fault.BadInput, "It has this type already. Choose another one.").WithField("type")
		}
	case dbruling.DecisionEntity:
		if c.in.TargetID != 0 {
			return c.findChosen(ctx)
		}
		name = c.in.Name
		if c.in.Type != "" {
			typ = c.in.Type
		}
	}
	episode, err := c.tx.Episode.Get(ctx, c.episodes[0])
	if err != nil {
		return err
	}
	c.target, c.inverse.MadeEntity, err = c.s.publish.EntityFor(ctx, c.tx, episode, typ, name)
	return err
}

func (c *decision) findChosen(ctx context.Context) error {
	e, err := catalogue.FindEntity(ctx, c.tx, c.in.TargetID, database.Viewer{Moderator: true})
	if err != nil {
		return err
	}
	if c.entity != nil && e.ID == c.entity.ID {
		return fault.New(fault.BadInput, "This is the entry that it is about. Choose another one.").WithField("targetId")
	}
	if e.Hidden {
		return fault.Newf(fault.Conflict, "“%s” is hidden. Show it again before you choose it.", e.Name)
	}
	c.target = e
	return nil
}

// lockEntities locks both entities and reads them again.
func (c *decision) lockEntities(ctx context.Context) error {
	var ids []int
	for _, e := range c.touched() {
		ids = append(ids, e.ID)
	}
	if err := c.s.LockRows(ctx, c.tx, "entities", ids); err != nil {
		return err
	}
	rows, err := c.tx.Entity.Query().Where(dbentity.IDIn(ids...)).All(ctx)
	for _, e := range rows {
		if e.MergedInto != nil {
			return database.ErrMergedMeanwhile
		}
		if c.entity != nil && e.ID == c.entity.ID {
			c.entity = e
		}
		if c.target != nil && e.ID == c.target.ID {
			c.target = e
		}
	}
	return err
}

// touched are the entities whose mentions change.
func (c *decision) touched() []*db.Entity {
	var list []*db.Entity
	if c.entity != nil {
		list = append(list, c.entity)
	}
	if c.target != nil && (c.entity == nil || c.target.ID != c.entity.ID) {
		list = append(list, c.target)
	}
	return list
}

// write keeps the ruling, and writes down who made it.
func (c *decision) write(ctx context.Context) (*db.Ruling, error) {
	if err := c.closeReports(ctx); err != nil {
		return nil, err
	}
	packed, err := c.inverse.pack()
	if err != nil {
		return nil, err
	}
	scope := dbruling.ScopeChannel
	if c.in.Sentence {
		scope = dbruling.ScopeSentence
	}
	row := c.tx.Ruling.Create().SetChannelID(c.channel).SetDecision(c.in.Decision).SetScope(scope).SetKind(c.kind).
		SetDoubtID(c.in.DoubtID).SetType(c.typ).SetName(c.name).SetMentions(c.inverse.count()).SetEpisodes(len(c.episodes)).
		SetReason(database.Clip(c.in.Reason, 500)).SetInverse(packed).SetActor(c.in.By.PublicID).SetCreatedAt(c.s.Now())
	if c.mention != nil {
		row.SetMentionID(c.mention.ID)
	}
	if c.target != nil {
		row.SetTargetID(c.target.ID).SetMeant(c.target.Name).SetMeantType(string(c.target.Type))
	}
	if c.entity != nil {
		row.SetEntityID(c.entity.ID)
	}
	now, err := curate.Present(ctx, c.tx)
	if err != nil {
		return nil, err
	}
	r, err := row.SetAfterChange(now.Change).SetAfterMerge(now.Merge).Save(ctx)
	if err != nil {
		return nil, err
	}
	if err := c.signLines(ctx, r.ID); err != nil {
		return nil, err
	}
	if err := c.s.Audit(ctx, c.tx, c.in.By, "review.decide", rulingObject(r.ID), map[string]any{"type": c.typ, "name": c.name},
		after(r, c.in.Reason)); err != nil {
		return nil, err
	}
	if r.Edges.Channel, err = c.tx.Channel.Get(ctx, c.channel); err != nil {
		return nil, err
	}
	return r, c.s.Raise(ctx, c.tx)
}

// after is what the audit says about a ruling.
func after(r *db.Ruling, reason string) map[string]any {
	out := map[string]any{
		"decision": r.Decision, "scope": r.Scope, "channel": r.ChannelID, "mentions": r.Mentions, "episodes": r.Episodes,
	}
	if r.Meant != "" {
		out["meant"], out["meantType"] = r.Meant, r.MeantType
	}
	if reason != "" {
		out["reason"] = reason
	}
	return out
}

// rulingObject names a ruling in the audit log.
func rulingObject(id int) string { return "ruling/" + strconv.Itoa(id) }

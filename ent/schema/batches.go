package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema/edge"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"

	"mentionary/internal/media"
	"mentionary/internal/work"
)

// Batch is a list of addresses that an admin, or a recurring batch, submits one after another.
type Batch struct{ ent.Schema }

// Fields of Batch.
func (Batch) Fields() []ent.Field {
	return []ent.Field{
		field.String("key").MaxLen(26).Unique().Immutable().Comment("part of the workflow id and of the keys of its jobs"),
		field.Int("user_id").Optional().Nillable().Comment("nobody: a recurring batch"),
		field.Int("recurring_id").Optional().Nillable().Comment("the recurring batch that it is a run of"),
		field.String("idempotency_key").MaxLen(64).Optional().Nillable(),
		field.Enum("kind").GoType(work.BatchKind("")).Immutable(),
		field.String("title").MaxLen(500),
		field.JSON("selection", media.Selection{}).Comment("of the episodes of channels and feeds; no mode: the defaults"),
		field.Enum("state").GoType(work.BatchState("")).Default(string(work.BatchQueued)),
		field.Bool("paused").Default(false),
		field.String("held").MaxLen(20).Default("").Comment("why it paused by itself (jobs.BatchHold); empty: it did not"),
		field.Bool("unheard").Default(false).Comment("changed by somebody, and its workflow has not looked since"),
		field.Int("lines_total"),
		field.Int("lines_accepted").Default(0),
		field.Int("lines_failed").Default(0),
		field.Int("version").Default(1).Comment("grows with every change a watcher can see"),
		field.Time("started_at").Optional().Nillable().Comment("when its workflow was started"),
		field.Time("created_at").Immutable(),
		field.Time("updated_at"),
		field.Time("finished_at").Optional().Nillable().Comment("when its workflow had nothing more to do"),
	}
}

// Edges of Batch.
func (Batch) Edges() []ent.Edge {
	return []ent.Edge{
		edge.To("items", BatchItem.Type).Annotations(entsql.OnDelete(entsql.Cascade)),
		edge.From("recurring", RecurringBatch.Type).Ref("runs").Field("recurring_id").Unique(),
	}
}

// Indexes of Batch.
func (Batch) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("user_id", "idempotency_key").Unique(), index.Fields("recurring_id", "id"),
		index.Fields("updated_at"), index.Fields("finished_at", "updated_at"),
	}
}

// BatchItem is one line of a batch.
type BatchItem struct{ ent.Schema }

// Fields of BatchItem.
func (BatchItem) Fields() []ent.Field {
	return []ent.Field{
		field.Int("batch_id"),
		field.Int("position").Immutable().Comment("from 1, as people count"),
		field.String("input").MaxLen(2048).Immutable().Comment("as typed"),
		field.String("kind").MaxLen(20).Default("").Comment("what it was recognized as"),
		field.Enum("state").GoType(work.LineState("")).Default(string(work.LinePending)),
		field.Int("job_id").Optional().Nillable(),
		field.String("error_class").MaxLen(30).Default(""),
		field.String("error_text").MaxLen(500).Default(""),
		field.Int("changed").Default(1).Comment("version of the batch at which it changed last"),
		field.Time("finished_at").Optional().Nillable().Comment("when it was tried"),
	}
}

// Edges of BatchItem.
func (BatchItem) Edges() []ent.Edge {
	return []ent.Edge{edge.From("batch", Batch.Type).Ref("items").Field("batch_id").Unique().Required()}
}

// Indexes of BatchItem.
func (BatchItem) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("batch_id", "position").Unique(), index.Fields("batch_id", "state", "position"),
		index.Fields("batch_id", "changed"), index.Fields("job_id"),
	}
}

// RecurringBatch is a list of addresses that is submitted again and again, at times of the week.
type RecurringBatch struct{ ent.Schema }

// Fields of RecurringBatch.
func (RecurringBatch) Fields() []ent.Field {
	return []ent.Field{
		field.String("key").MaxLen(26).Unique().Comment("random; part of the schedule's id, and another one after each edit"),
		field.Int("user_id").Optional().Nillable().Comment("who made it; nobody: a deleted account"),
		field.String("title").MaxLen(500),
		field.Enum("kind").GoType(work.BatchKind("")).Immutable(),
		field.JSON("lines", []string{}).Comment("addresses as typed"),
		field.JSON("selection", media.Selection{}),
		field.JSON("weekdays", []int{}).Comment("0 is Sunday"),
		field.Int("hour"),
		field.Int("minute"),
		field.String("time_zone").MaxLen(64).Comment("IANA name"),
		field.Bool("paused").Default(false),
		field.Time("created_at").Immutable(),
		field.Time("updated_at"),
		field.Time("ended_at").Optional().Nillable().Comment("its runs stay"),
	}
}

// Edges of RecurringBatch.
func (RecurringBatch) Edges() []ent.Edge {
	return []ent.Edge{edge.To("runs", Batch.Type).Annotations(entsql.OnDelete(entsql.SetNull))}
}

// FollowSchedule is what is known of the looks at a followed channel. A channel without one was never looked at and is
// not paused.
type FollowSchedule struct{ ent.Schema }

// Fields of FollowSchedule.
func (FollowSchedule) Fields() []ent.Field {
	return []ent.Field{
		field.Int("channel_id").Unique(),
		field.Bool("paused").Default(false),
		field.Int("job_id").Optional().Nillable().Comment("of the last look"),
		field.Time("looked_at").Optional().Nillable().Comment("when the last look submitted its job"),
		field.Time("updated_at"),
	}
}

// Edges of FollowSchedule.
func (FollowSchedule) Edges() []ent.Edge {
	return []ent.Edge{edge.From("channel", Channel.Type).Ref("follow_schedule").Field("channel_id").Unique().Required()}
}

package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema/edge"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"

	"mentionary/internal/media"
	"mentionary/internal/work"

	"mentionary/internal/mention"
	"mentionary/internal/transcript"
)

// Job is somebody's (or a schedule's) wish.
type Job struct{ ent.Schema }

// Fields of Job.
func (Job) Fields() []ent.Field {
	return []ent.Field{
		field.String("key").MaxLen(32).Unique().Immutable().Comment("random; part of the workflow id"),
		field.Int("user_id").Optional().Nillable().Comment("nobody: a schedule, or a deleted account"),
		field.String("idempotency_key").MaxLen(64).Optional().Nillable().Immutable(),
		field.String("request_id").MaxLen(64).Default("").Immutable().Comment("of the call that submitted it, for finding its log lines"),
		field.Enum("kind").GoType(media.InputKind("")),
		field.String("input").MaxLen(2048).Comment("as typed"),
		field.JSON("ref", media.Ref{}),
		field.JSON("selection", media.Selection{}),
		field.JSON("upload_ids", []string{}).Optional(),
		field.String("title").MaxLen(1000).Default(""),
		field.Enum("state").GoType(work.State("")).Default(string(work.Queued)),
		field.Bool("paused").Default(false),
		field.Bool("cancelling").Default(false).Comment("somebody asked to stop it"),
		field.Bool("listed").Default(false).Comment("its items are known"),
		field.String("cursor").MaxLen(2048).Default("").Comment("next page of the listing"),
		field.String("error_class").MaxLen(30).Default(""),
		field.String("error_text").MaxLen(500).Default(""),
		field.String("error_stage").MaxLen(20).Default("").Comment("of the run that waits; empty while the input is listed"),
		field.Time("next_attempt_at").Optional().Nillable().Comment("of listing the input"),
		field.Int("attempt").Default(0),
		field.Int("items_total").Default(0),
		field.Int("items_done").Default(0),
		field.Int("items_failed").Default(0),
		field.Int("incarnation").Default(1).Comment("grows when a finished job is tried again: part of the workflow id"),
		field.Int("version").Default(1).Comment("grows with every change a watcher can see"),
		field.Time("started_at").Optional().Nillable().Comment("when its workflow was started"),
		field.Time("created_at").Immutable(),
		field.Time("updated_at"),
		field.Time("finished_at").Optional().Nillable(),
	}
}

// Edges of Job.
func (Job) Edges() []ent.Edge {
	return []ent.Edge{
		edge.From("user", User.Type).Ref("jobs").Field("user_id").Unique(),
		edge.To("items", JobItem.Type).Annotations(entsql.OnDelete(entsql.Cascade)),
		edge.To("wants", Want.Type).Annotations(entsql.OnDelete(entsql.Cascade)),
	}
}

// Indexes of Job.
func (Job) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("user_id", "id"),
		index.Fields("user_id", "idempotency_key").Unique(),
		index.Fields("state", "updated_at"),
		index.Fields("updated_at"),
		index.Fields("created_at", "state"),
		index.Fields("created_at", "id"),
		index.Fields("state", "created_at"),
	}
}

// JobItem is one line of a job.
type JobItem struct{ ent.Schema }

// Fields of JobItem.
func (JobItem) Fields() []ent.Field {
	return []ent.Field{
		field.Int("job_id"),
		field.String("item_key").MaxLen(2600).Comment("platform and external id: the natural key inside the job"),
		field.Int("position"),
		field.JSON("ref", media.Ref{}),
		field.String("title").MaxLen(1000).Default(""),
		field.Enum("state").GoType(work.ItemState("")).Default(string(work.ItemPending)),
		field.Int("episode_id").Optional().Nillable(),
		field.Int("run_id").Optional().Nillable().Comment("the run it wants or wanted last"),
		field.String("error_class").MaxLen(30).Default(""),
		field.String("error_text").MaxLen(500).Default(""),
		field.String("from_stage").MaxLen(20).Default("").Comment("where a retry begins"),
		field.Int("version").Default(1),
		field.Time("updated_at"),
	}
}

// Edges of JobItem.
func (JobItem) Edges() []ent.Edge {
	return []ent.Edge{edge.From("job", Job.Type).Ref("items").Field("job_id").Unique().Required()}
}

// Indexes of JobItem.
func (JobItem) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("job_id", "item_key").Unique(),
		index.Fields("job_id", "state", "position"),
		index.Fields("job_id", "position"),
		index.Fields("run_id"), index.Fields("episode_id"),
	}
}

// Run is the work on one episode by one recipe. It belongs to all jobs that want it.
type Run struct{ ent.Schema }

// Fields of Run.
func (Run) Fields() []ent.Field {
	return []ent.Field{
		field.Int("episode_id"),
		field.Int("number"),
		field.String("key").MaxLen(32).Unique().Immutable(),
		field.String("extractor").MaxLen(50),
		field.String("model").MaxLen(200).Default(""),
		field.String("prompt_version").MaxLen(50).Default(""),
		field.String("schema_version").MaxLen(50).Default(""),
		field.String("from_stage").MaxLen(20).Default(""),
		field.Enum("state").GoType(work.RunState("")).Default(string(work.RunLive)),
		field.Int("transcript_id").Optional().Nillable(),
		field.Int("payer_id").Optional().Nillable(),
		field.String("error_class").MaxLen(30).Default(""),
		field.String("error_text").MaxLen(500).Default(""),
		field.Int("rejected").Default(0).Comment("candidates whose quote was not found"),
		field.Time("unreachable_since").Optional().Nillable().Comment("since when its source has not answered"),
		field.Int("version").Default(1),
		field.Time("started_at").Optional().Nillable().Comment("when its workflow was started"),
		field.Time("created_at").Immutable(),
		field.Time("updated_at"),
		field.Time("finished_at").Optional().Nillable(),
	}
}

// Edges of Run.
func (Run) Edges() []ent.Edge {
	return []ent.Edge{
		edge.From("episode", Episode.Type).Ref("runs").Field("episode_id").Unique().Required(),
		edge.To("steps", RunStep.Type).Annotations(entsql.OnDelete(entsql.Cascade)),
		edge.To("wants", Want.Type).Annotations(entsql.OnDelete(entsql.Cascade)),
		edge.To("candidates", Candidate.Type).Annotations(entsql.OnDelete(entsql.Cascade)),
		edge.To("attempts", Attempt.Type).Annotations(entsql.OnDelete(entsql.Cascade)),
		edge.To("hearings", Hearing.Type).Annotations(entsql.OnDelete(entsql.Cascade)),
	}
}

// Indexes of Run.
func (Run) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("episode_id", "number").Unique(),
		index.Fields("episode_id").Unique().StorageKey("run_one_live").Annotations(entsql.IndexWhere("state = 'live'")),
		index.Fields("state", "updated_at"),
		index.Fields("updated_at"),
		index.Fields("created_at", "id"),
		index.Fields("state", "created_at"),
	}
}

// Want says that a job wants a run.
type Want struct{ ent.Schema }

// Fields of Want.
func (Want) Fields() []ent.Field {
	return []ent.Field{field.Int("job_id"), field.Int("run_id"), field.Int("item_id"), field.Time("created_at").Immutable()}
}

// Edges of Want.
func (Want) Edges() []ent.Edge {
	return []ent.Edge{
		edge.From("job", Job.Type).Ref("wants").Field("job_id").Unique().Required(),
		edge.From("run", Run.Type).Ref("wants").Field("run_id").Unique().Required(),
	}
}

// Indexes of Want.
func (Want) Indexes() []ent.Index {
	return []ent.Index{index.Fields("job_id", "run_id").Unique(), index.Fields("run_id")}
}

// RunStep is one stage of a run: the only source of progress.
type RunStep struct{ ent.Schema }

// Fields of RunStep.
func (RunStep) Fields() []ent.Field {
	return []ent.Field{
		field.Int("run_id"),
		field.Enum("stage").GoType(work.Stage("")),
		field.Enum("state").GoType(work.StepState("")).Default(string(work.StepWaiting)),
		field.Int("done").Default(0),
		field.Int("total").Default(0),
		field.Int("attempt").Default(0),
		field.Time("next_attempt_at").Optional().Nillable(),
		field.String("error_class").MaxLen(30).Default(""),
		field.String("text").MaxLen(500).Default(""),
		field.Time("started_at").Optional().Nillable(),
		field.Time("finished_at").Optional().Nillable(),
	}
}

// Edges of RunStep.
func (RunStep) Edges() []ent.Edge {
	return []ent.Edge{edge.From("run", Run.Type).Ref("steps").Field("run_id").Unique().Required()}
}

// Indexes of RunStep.
func (RunStep) Indexes() []ent.Index { return []ent.Index{index.Fields("run_id", "stage").Unique()} }

// Attempt is one try of an activity of a run, for those who look what happened. Nothing is decided by it.
type Attempt struct{ ent.Schema }

// Fields of Attempt.
func (Attempt) Fields() []ent.Field {
	return []ent.Field{
		field.Int("run_id"),
		field.String("execution").MaxLen(80).Comment("the engine's own id of the activity: one that is begun anew gets another"),
		field.Int("attempt").Comment("from 1"),
		field.Enum("stage").GoType(work.Stage("")),
		field.Int("chunk").Optional().Nillable().Comment("from 0; only of reading"),
		field.String("error_class").MaxLen(30).Default(""),
		field.String("text").MaxLen(500).Default("").Comment("why it failed"),
		field.Time("scheduled_at").Comment("since when it waited for a worker"),
		field.Time("started_at"),
		field.Time("ended_at").Optional().Nillable(),
		field.Time("retry_at").Optional().Nillable().Comment("when the next one begins"),
	}
}

// Edges of Attempt.
func (Attempt) Edges() []ent.Edge {
	return []ent.Edge{edge.From("run", Run.Type).Ref("attempts").Field("run_id").Unique().Required()}
}

// Indexes of Attempt.
func (Attempt) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("run_id", "execution", "attempt").Unique(),
		index.Fields("run_id", "started_at"),
		index.Fields("started_at"),
	}
}

// Candidate holds what an extractor proposed for one chunk; by hash and recipe it is the cache of extraction.
type Candidate struct{ ent.Schema }

// Fields of Candidate.
func (Candidate) Fields() []ent.Field {
	return []ent.Field{
		field.Int("run_id"),
		field.Int("chunk"),
		field.String("chunk_hash").MaxLen(64),
		field.String("recipe").MaxLen(400),
		field.JSON("candidates", []mention.Candidate{}),
		field.Time("created_at").Immutable(),
	}
}

// Edges of Candidate.
func (Candidate) Edges() []ent.Edge {
	return []ent.Edge{edge.From("run", Run.Type).Ref("candidates").Field("run_id").Unique().Required()}
}

// Indexes of Candidate.
func (Candidate) Indexes() []ent.Index {
	return []ent.Index{index.Fields("run_id", "chunk").Unique(), index.Fields("chunk_hash", "recipe")}
}

// Hearing is one piece of the audio that a run listens to: where it lies and, once it was heard, what was said. It lives until
// the transcript is made of all pieces. A later run of the episode takes over what a former one heard of the same audio.
type Hearing struct{ ent.Schema }

// Fields of Hearing.
func (Hearing) Fields() []ent.Field {
	return []ent.Field{
		field.Int("run_id"),
		field.Int("number").Comment("from 0"),
		field.Int("start_ms"),
		field.Int("end_ms"),
		field.String("audio").MaxLen(64).Comment("digest of what is heard, and by whom"),
		field.String("language").MaxLen(35).Default("").Comment("as the server told it"),
		field.Bytes("packed").GoType(transcript.Packed{}).Optional().Comment("cues with times within the episode"),
		field.Bool("spread").Default(false).Comment("the server told no times: they are guessed"),
		field.Time("heard_at").Optional().Nillable(),
		field.Time("created_at").Immutable(),
	}
}

// Edges of Hearing.
func (Hearing) Edges() []ent.Edge {
	return []ent.Edge{edge.From("run", Run.Type).Ref("hearings").Field("run_id").Unique().Required()}
}

// Indexes of Hearing.
func (Hearing) Indexes() []ent.Index {
	return []ent.Index{index.Fields("run_id", "number").Unique(), index.Fields("created_at")}
}

// Pass is work on the catalogue: links or duplicates of a type.
type Pass struct{ ent.Schema }

// Fields of Pass.
func (Pass) Fields() []ent.Field {
	return []ent.Field{
		field.Enum("kind").GoType(work.PassKind("")),
		entityType(),
		field.Int("number"),
		field.Enum("state").GoType(work.PassState("")).Default(string(work.PassLive)),
		field.String("reason").MaxLen(500).Default("").Comment("why it failed, as a sentence"),
		field.Int("done").Default(0),
		field.Int("total").Default(0),
		field.Int("after").Optional().Nillable().
			Comment("of a pass over a whole type, which has no list: the last entity that is done, in the order of their ids"),
		field.String("actor").MaxLen(64).Default(""),
		field.Time("created_at").Immutable(),
		field.Time("updated_at"),
		field.Time("finished_at").Optional().Nillable(),
	}
}

// Edges of Pass.
func (Pass) Edges() []ent.Edge {
	return []ent.Edge{edge.To("results", PassResult.Type).Annotations(entsql.OnDelete(entsql.Cascade))}
}

// Indexes of Pass.
func (Pass) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("kind", "type", "number").Unique(),
		index.Fields("kind", "type").Unique().StorageKey("pass_one_live").Annotations(entsql.IndexWhere("state = 'live'")),
	}
}

// PassResult is what a pass did with one entity.
type PassResult struct{ ent.Schema }

// Fields of PassResult.
func (PassResult) Fields() []ent.Field {
	return []ent.Field{
		field.Int("pass_id"),
		field.Int("entity_id"),
		field.String("outcome").MaxLen(30),
		field.JSON("detail", map[string]any{}).Optional(),
	}
}

// Edges of PassResult.
func (PassResult) Edges() []ent.Edge {
	return []ent.Edge{edge.From("pass", Pass.Type).Ref("results").Field("pass_id").Unique().Required()}
}

// Indexes of PassResult.
func (PassResult) Indexes() []ent.Index {
	return []ent.Index{index.Fields("pass_id", "entity_id").Unique()}
}

// Upload is a file somebody sent: one row for the same bytes of the same person. It is parsed at once, so the row holds
// cues, not bytes, and holds them only until a transcript does.
type Upload struct{ ent.Schema }

// Fields of Upload.
func (Upload) Fields() []ent.Field {
	return []ent.Field{
		field.String("key").MaxLen(64).Unique().Immutable().Comment("random public id"),
		field.Int("user_id"),
		field.String("file_name").MaxLen(500),
		field.String("content_hash").MaxLen(64),
		field.Int("size"),
		field.JSON("episode", media.Episode{}),
		field.String("language").MaxLen(35).Default(""),
		field.JSON("cues", []byte{}).Optional().Comment("cues as JSON text, of rows from before they were packed"),
		field.Bytes("packed").GoType(transcript.Packed{}).Optional().Comment("the cues, until a transcript holds them"),
		field.Int("transcript_id").Optional().Nillable().Comment("the transcript that holds them"),
		field.String("format").MaxLen(8).Default("").Comment("of audio that is to be heard; empty: a transcript"),
		field.Int("episode_id").Optional().Nillable().Comment("whose audio it is"),
		field.Time("created_at").Comment("when it was sent last"),
		field.Time("used_at").Optional().Nillable(),
	}
}

// Edges of Upload.
func (Upload) Edges() []ent.Edge {
	return []ent.Edge{
		edge.From("user", User.Type).Ref("uploads").Field("user_id").Unique().Required(),
		edge.From("transcript", Transcript.Type).Ref("uploads").Field("transcript_id").Unique(),
		edge.From("sounds_in", Episode.Type).Ref("sounds").Field("episode_id").Unique(),
		edge.To("parts", UploadPart.Type).Annotations(entsql.OnDelete(entsql.Cascade)),
	}
}

// Indexes of Upload.
func (Upload) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("user_id", "created_at"), index.Fields("user_id", "content_hash"), index.Fields("transcript_id"), index.Fields("episode_id"),
	}
}

// UploadPart is a stretch of bytes of audio that somebody gave, until it is heard: any worker may be the one that hears it.
type UploadPart struct{ ent.Schema }

// Fields of UploadPart.
func (UploadPart) Fields() []ent.Field {
	return []ent.Field{
		field.Int("upload_id").Immutable(),
		field.Int("number").Immutable().Comment("from 0"),
		field.Bytes("data").Immutable().Comment("1 MiB, the last one less"),
	}
}

// Edges of UploadPart.
func (UploadPart) Edges() []ent.Edge {
	return []ent.Edge{edge.From("upload", Upload.Type).Ref("parts").Field("upload_id").Unique().Required().Immutable()}
}

// Indexes of UploadPart.
func (UploadPart) Indexes() []ent.Index {
	return []ent.Index{index.Fields("upload_id", "number").Unique()}
}

// Usage is the ledger of what is paid for, tokens of the language model and time of the speech server: reserved before a call,
// settled after it.
type Usage struct{ ent.Schema }

// Fields of Usage.
func (Usage) Fields() []ent.Field {
	return []ent.Field{
		field.Int("run_id"),
		field.Int("chunk"),
		field.Int("user_id").Optional().Nillable().Comment("who pays; nobody: the system"),
		field.String("day").MaxLen(10).Comment("YYYY-MM-DD, UTC"),
		field.String("model").MaxLen(200).Default(""),
		field.Int("reserved").Default(0).Comment("tokens"),
		field.Int("prompt_tokens").Default(0),
		field.Int("cached_tokens").Default(0),
		field.Int("completion_tokens").Default(0),
		field.Int("reasoning_tokens").Default(0),
		field.Int("reserved_ms").Default(0).Comment("of audio"),
		field.Int("heard_ms").Default(0).Comment("of audio"),
		field.Int("calls").Default(0),
		field.Bool("settled").Default(false),
		field.Time("created_at").Immutable(),
		field.Time("updated_at"),
	}
}

// Indexes of Usage.
func (Usage) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("run_id", "chunk").Unique(), index.Fields("user_id", "day"), index.Fields("day"),
		index.Fields("settled", "created_at"),
		index.Fields("model", "updated_at").StorageKey("usage_heard").Annotations(entsql.IndexWhere("heard_ms > 0")),
	}
}

// Budget is a cap a day: of tokens, or of minutes of speech.
type Budget struct{ ent.Schema }

// Fields of Budget.
func (Budget) Fields() []ent.Field {
	return []ent.Field{
		field.String("scope").MaxLen(80).Unique().Comment("system, default, or user/<id>; the same after speech/"),
		field.Int("tokens_per_day").Comment("of a scope after speech/: milliseconds of audio"),
		field.Time("updated_at"),
	}
}

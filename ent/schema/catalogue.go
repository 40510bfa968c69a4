package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema/edge"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"

	"mentionary/internal/media"
	"mentionary/internal/transcript"
)

// Channel is a show: a video channel or a podcast. Its counters are recomputed inside the writing transaction.
type Channel struct{ ent.Schema }

// Fields of Channel.
func (Channel) Fields() []ent.Field {
	return []ent.Field{
		field.String("platform").MaxLen(20),
		field.String("external_id").MaxLen(2048),
		field.String("public_id").MaxLen(100).Unique().Immutable(),
		field.String("name").MaxLen(500).Default(""),
		field.Text("folded").Default("").Comment("the name as search compares it (wording.Fold)"),
		field.String("sort_key").MaxLen(500).Default(""),
		field.Text("description").Default(""),
		field.String("thumbnail_url").MaxLen(2048).Default(""),
		field.String("url").MaxLen(2048).Default(""),
		field.String("author").MaxLen(500).Default(""),
		field.String("language").MaxLen(35).Default(""),
		field.Float("subscriber_count").Optional().Nillable(),
		field.Int("episode_count").Default(0),
		field.Int("entity_count").Default(0),
		field.Int("mention_count").Default(0),
		field.JSON("type_counts", map[string]int{}).Optional().Comment("entities by type"),
		field.Time("latest_at").Optional().Nillable(),
		field.Time("created_at").Immutable(),
		field.Time("updated_at"),
	}
}

// Edges of Channel.
func (Channel) Edges() []ent.Edge {
	return []ent.Edge{
		edge.To("episodes", Episode.Type).Annotations(entsql.OnDelete(entsql.SetNull)),
		edge.To("entities", ChannelEntity.Type).Annotations(entsql.OnDelete(entsql.Cascade)),
		edge.To("follows", Follow.Type).Annotations(entsql.OnDelete(entsql.Cascade)),
		edge.To("follow_schedule", FollowSchedule.Type).Unique().Annotations(entsql.OnDelete(entsql.Cascade)),
		edge.To("glossary", Glossary.Type).Annotations(entsql.OnDelete(entsql.Cascade)),
		edge.To("doubts", Doubt.Type).Annotations(entsql.OnDelete(entsql.Cascade)),
		edge.To("rulings", Ruling.Type).Annotations(entsql.OnDelete(entsql.Cascade)),
	}
}

// Indexes of Channel.
func (Channel) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("platform", "external_id").Unique(),
	}
}

// Episode is one video or podcast episode.
type Episode struct{ ent.Schema }

// Fields of Episode.
func (Episode) Fields() []ent.Field {
	return []ent.Field{
		field.String("platform").MaxLen(20),
		field.String("external_id").MaxLen(2560),
		field.String("video_id").MaxLen(100).Unique().Immutable(),
		field.Int("channel_id").Optional().Nillable(),
		field.Int("owner_id").Optional().Nillable(),
		field.Enum("visibility").Values("public", "private").Default("public"),
		field.String("title").MaxLen(1000).Default(""),
		field.Text("folded").Default("").Comment("the title as search compares it (wording.Fold)"),
		field.Text("description").Default(""),
		field.String("thumbnail_url").MaxLen(2048).Default(""),
		field.String("page_url").MaxLen(2048).Default(""),
		field.String("media_url").MaxLen(2048).Default(""),
		field.Int("duration").Default(0).Comment("seconds, 0 when unknown"),
		field.Float("view_count").Optional().Nillable(),
		field.Time("published_at").Optional().Nillable(),
		field.String("language").MaxLen(35).Default(""),
		field.JSON("people", []media.Person{}).Optional(),
		field.JSON("links", []media.Link{}).Optional(),
		field.JSON("transcript_refs", []media.TranscriptRef{}).Optional(),
		field.Int("transcript_id").Optional().Nillable().Comment("the current transcript"),
		field.Int("copy_of").Optional().Nillable().Comment("a private copy that holds a given transcript: the public episode it is for"),
		field.Bool("given").Default(false).Comment("what is published of it comes from a transcript that a reader gave"),
		field.Time("refused_at").Optional().Nillable().Comment("a moderator looked and left it private"),
		field.Bool("is_processed").Default(false),
		field.Time("processed_at").Optional().Nillable(),
		field.JSON("type_counts", map[string]int{}).Optional().Comment("entities by type"),
		field.Int("mention_count").Default(0),
		field.Int("entity_count").Default(0),
		field.Time("fetched_at").Optional().Nillable(),
		field.Time("created_at").Immutable(),
		field.Time("updated_at"),
	}
}

// Edges of Episode.
func (Episode) Edges() []ent.Edge {
	return []ent.Edge{
		edge.From("channel", Channel.Type).Ref("episodes").Field("channel_id").Unique(),
		edge.From("owner", User.Type).Ref("episodes").Field("owner_id").Unique(),
		edge.To("transcripts", Transcript.Type).Annotations(entsql.OnDelete(entsql.Cascade)),
		edge.To("chapters", Chapter.Type).Annotations(entsql.OnDelete(entsql.Cascade)),
		edge.To("mentions", Mention.Type).Annotations(entsql.OnDelete(entsql.Cascade)),
		edge.To("entities", EpisodeEntity.Type).Annotations(entsql.OnDelete(entsql.Cascade)),
		edge.To("unproven", Unproven.Type).Annotations(entsql.OnDelete(entsql.Cascade)),
		edge.To("runs", Run.Type).Annotations(entsql.OnDelete(entsql.Cascade)),
		edge.To("sounds", Upload.Type).Annotations(entsql.OnDelete(entsql.SetNull)),
	}
}

// Indexes of Episode.
func (Episode) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("platform", "external_id").Unique(),
		index.Fields("channel_id", "published_at"),
		index.Fields("owner_id"),
	}
}

// Transcript is immutable; a new text is a new row.
type Transcript struct{ ent.Schema }

// Fields of Transcript.
func (Transcript) Fields() []ent.Field {
	return []ent.Field{
		field.Int("episode_id"),
		field.String("content_hash").MaxLen(64).Immutable(),
		field.String("origin").MaxLen(20).Immutable(),
		field.String("heard_by").MaxLen(200).Default("").Immutable().Comment("the speech server's name"),
		field.String("language").MaxLen(35).Default("").Immutable(),
		field.JSON("cues", []transcript.Cue{}).Optional().Comment("of rows from before cues were packed"),
		field.Bytes("packed").GoType(transcript.Packed{}).Optional().Comment("the cues"),
		field.Int("words").Default(0).Immutable(),
		field.Int("provided_by").Optional().Nillable().Immutable().Comment("the person who gave it"),
		field.Time("created_at").Immutable(),
	}
}

// Edges of Transcript.
func (Transcript) Edges() []ent.Edge {
	return []ent.Edge{
		edge.From("episode", Episode.Type).Ref("transcripts").Field("episode_id").Unique().Required(),
		edge.To("passages", Passage.Type).Annotations(entsql.OnDelete(entsql.Cascade)),
		edge.To("uploads", Upload.Type).Annotations(entsql.OnDelete(entsql.SetNull)),
	}
}

// Indexes of Transcript.
func (Transcript) Indexes() []ent.Index {
	return []ent.Index{index.Fields("episode_id", "content_hash").Unique()}
}

// Passage is a stretch of a transcript that search finds.
type Passage struct{ ent.Schema }

// Fields of Passage.
func (Passage) Fields() []ent.Field {
	return []ent.Field{
		field.Int("transcript_id"),
		field.Int("number"),
		field.Int("first_cue"),
		field.Int("last_cue"),
		field.Int("start_ms"),
		field.Int("end_ms"),
		field.Text("text"),
	}
}

// Edges of Passage.
func (Passage) Edges() []ent.Edge {
	return []ent.Edge{edge.From("transcript", Transcript.Type).Ref("passages").Field("transcript_id").Unique().Required()}
}

// Indexes of Passage.
func (Passage) Indexes() []ent.Index {
	return []ent.Index{index.Fields("transcript_id", "number").Unique()}
}

// Chapter is a titled part of an episode.
type Chapter struct{ ent.Schema }

// Fields of Chapter.
func (Chapter) Fields() []ent.Field {
	return []ent.Field{
		field.Int("episode_id"),
		field.Int("number"),
		field.Int("start_ms"),
		field.String("title").MaxLen(500),
		field.String("url").MaxLen(2048).Default(""),
	}
}

// Edges of Chapter.
func (Chapter) Edges() []ent.Edge {
	return []ent.Edge{edge.From("episode", Episode.Type).Ref("chapters").Field("episode_id").Unique().Required()}
}

// Indexes of Chapter.
func (Chapter) Indexes() []ent.Index {
	return []ent.Index{index.Fields("episode_id", "number").Unique()}
}

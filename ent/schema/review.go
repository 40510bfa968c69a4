package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema"
	"entgo.io/ent/schema/edge"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"

	"mentionary/internal/mention"
)

// Glossary is what a channel's reviewers taught: words that are heard there, and what they mean or that they mean nothing.
type Glossary struct{ ent.Schema }

// Fields of Glossary.
func (Glossary) Fields() []ent.Field {
	return []ent.Field{
		field.Int("channel_id"),
		field.String("heard").MaxLen(500),
		field.String("heard_key").MaxLen(500).Comment("normal form of the words (extract.Key)"),
		field.String("type").MaxLen(20).Default("").Comment("of the claims it is about; empty: any but sponsors, which stand apart"),
		field.String("sentence").MaxLen(64).Default("").Comment("hash of the only sentence it is about; empty: everywhere in the channel"),
		field.Bool("blocked").Default(false).Comment("names nothing"),
		field.String("meant").MaxLen(500).Default(""),
		field.String("meant_type").MaxLen(20).Default(""),
		field.Int("entity_id").Default(0).Comment("what is meant, where a reviewer chose an entity; 0: found by its name"),
		field.Int("about_id").Default(0).Comment("the entity that the claim led to, by whatever name; 0: none"),
		field.Int("ruling_id").Default(0).Comment("the decision that wrote it last; 0: somebody by hand"),
		field.String("actor").MaxLen(64).Default("").Comment("random public id"),
		field.Time("created_at").Immutable(),
		field.Time("updated_at"),
	}
}

// Edges of Glossary.
func (Glossary) Edges() []ent.Edge {
	return []ent.Edge{edge.From("channel", Channel.Type).Ref("glossary").Field("channel_id").Unique().Required()}
}

// Indexes of Glossary.
func (Glossary) Indexes() []ent.Index {
	return []ent.Index{index.Fields("channel_id", "heard_key", "type", "sentence").Unique(), index.Fields("updated_at")}
}

// Doubt is a name on a channel that waits for a reviewer. It is recounted with what it counts.
type Doubt struct{ ent.Schema }

// Fields of Doubt.
func (Doubt) Fields() []ent.Field {
	return []ent.Field{
		field.Int("channel_id"),
		field.String("ref").MaxLen(530).Comment("what it is about: entity/17, or unproven/book/the key of its name"),
		field.Enum("kind").Values("low", "ambiguous", "rejected"),
		entityType(),
		field.String("name").MaxLen(500),
		field.Int("entity_id").Default(0),
		field.Int("mentions").Comment("doubtful ones"),
		field.Int("episodes"),
		field.Int("example_id").Comment("the mention, or the unproven claim, that is shown"),
		field.Time("updated_at"),
	}
}

// Edges of Doubt.
func (Doubt) Edges() []ent.Edge {
	return []ent.Edge{edge.From("channel", Channel.Type).Ref("doubts").Field("channel_id").Unique().Required()}
}

// Indexes of Doubt.
func (Doubt) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("channel_id", "ref").Unique(), index.Fields("kind", "mentions", "episodes", "id"),
		index.Fields("channel_id", "kind"), index.Fields("entity_id"),
	}
}

// Unproven is a claim of an extractor that the transcript does not prove: its words are not there, or do not name it.
type Unproven struct{ ent.Schema }

// Annotations of Unproven.
func (Unproven) Annotations() []schema.Annotation {
	return []schema.Annotation{entsql.Annotation{Table: "unproven"}}
}

// Fields of Unproven.
func (Unproven) Fields() []ent.Field {
	return []ent.Field{
		field.Int("episode_id"),
		field.Int("channel_id"),
		field.Int("run_id"),
		field.Int("transcript_id"),
		entityType(),
		field.String("key").MaxLen(500),
		field.String("name").MaxLen(500),
		field.JSON("claim", mention.Mention{}).Comment("as it was made, with its sentence and place where that is in the transcript"),
	}
}

// Edges of Unproven.
func (Unproven) Edges() []ent.Edge {
	return []ent.Edge{edge.From("episode", Episode.Type).Ref("unproven").Field("episode_id").Unique().Required()}
}

// Indexes of Unproven.
func (Unproven) Indexes() []ent.Index {
	return []ent.Index{index.Fields("episode_id", "type", "key").Unique(), index.Fields("channel_id", "type", "key")}
}

// Ruling is what a reviewer decided about a doubt or a mention, with what takes it back.
type Ruling struct{ ent.Schema }

// Fields of Ruling.
func (Ruling) Fields() []ent.Field {
	return []ent.Field{
		field.Int("channel_id"),
		field.Enum("decision").Values("right", "wrong", "entity", "type"),
		field.Enum("scope").Values("channel", "sentence"),
		field.String("kind").MaxLen(20).Comment("why it was asked: low, ambiguous, rejected, reported"),
		field.Int("doubt_id").Default(0),
		field.Int("mention_id").Default(0),
		entityType(),
		field.String("name").MaxLen(500).Comment("the claim"),
		field.String("meant_type").MaxLen(20).Default(""),
		field.String("meant").MaxLen(500).Default(""),
		field.Int("entity_id").Default(0).Comment("the entity whose mentions were decided about; 0: a claim without proof"),
		field.Int("target_id").Default(0).Comment("the entity that is meant"),
		field.Int("after_change").Default(0).Comment("the last change before it"),
		field.Int("after_merge").Default(0).Comment("the last merge before it"),
		field.Int("mentions").Comment("changed ones"),
		field.Int("episodes"),
		field.String("reason").MaxLen(500).Default(""),
		field.Bytes("inverse").Optional(),
		field.String("actor").MaxLen(64).Comment("random public id"),
		field.Time("created_at").Immutable(),
		field.Time("undone_at").Optional().Nillable(),
	}
}

// Edges of Ruling.
func (Ruling) Edges() []ent.Edge {
	return []ent.Edge{edge.From("channel", Channel.Type).Ref("rulings").Field("channel_id").Unique().Required()}
}

// Indexes of Ruling.
func (Ruling) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("doubt_id"), index.Fields("mention_id"), index.Fields("channel_id", "id"),
		index.Fields("entity_id"), index.Fields("target_id"),
	}
}

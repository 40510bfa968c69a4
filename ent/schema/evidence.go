package schema

import (
	"math"

	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema/edge"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"

	"mentionary/internal/lookup"
	"mentionary/internal/mention"
)

func entityType() ent.Field {
	return field.Enum("type").GoType(mention.Type(""))
}

// Entity is a book, product, person, company, location, concept or sponsor.
type Entity struct{ ent.Schema }

// Fields of Entity.
func (Entity) Fields() []ent.Field {
	return []ent.Field{
		entityType(),
		field.String("key").MaxLen(500).Comment("normal form of the name (match.Key)"),
		field.String("disambiguator").MaxLen(200).Default(""),
		field.String("name").MaxLen(500),
		field.Text("folded").Default("").Comment("the name as search compares it (wording.Fold)"),
		field.String("slug").MaxLen(100).Default(""),
		field.String("sort_key").MaxLen(500).Default(""),
		field.Text("description").Default(""),
		field.String("author").MaxLen(500).Default(""),
		field.String("company").MaxLen(500).Default(""),
		field.String("country").MaxLen(200).Default(""),
		field.String("title").MaxLen(500).Default(""),
		field.String("field").MaxLen(200).Default(""),
		field.String("category").MaxLen(200).Default(""),
		field.String("topic").MaxLen(20).Default("").Comment("the area that its field or category belongs to (mention.TopicOf)"),
		field.JSON("sources", map[string]string{}).Optional().Comment("column -> who said it, by trust (link.Trust)"),
		field.JSON("locks", []string{}).Optional().Comment("columns that an admin fixed"),
		field.Int("mention_count").Default(0),
		field.Int("episode_count").Default(0),
		field.Int("latest_episode_id").Default(0),
		field.Int("recommender_count").Default(0).Comment("speakers of a show who recommended it, as adr/0044 counts them"),
		field.Int("talked_count").Default(0).Comment("of mention_count: in episodes in which it does not take part"),
		field.Int("merged_into").Optional().Nillable().Comment("the survivor of a merge: old addresses lead there"),
		field.Bool("hidden").Default(false),
		field.String("told").MaxLen(700).Default("").Comment("as what earlier episodes were read again with it (store/rereading)"),
		field.Int("may_be").Optional().Nillable().Comment("the entity that it may be as well, until a reviewer says so or not"),
		field.Time("created_at").Immutable(),
		field.Time("updated_at"),
	}
}

// Edges of Entity.
func (Entity) Edges() []ent.Edge {
	return []ent.Edge{
		edge.To("aliases", Alias.Type).Annotations(entsql.OnDelete(entsql.Cascade)),
		edge.To("blocks", Block.Type).Annotations(entsql.OnDelete(entsql.Cascade)),
		edge.To("mentions", Mention.Type).Annotations(entsql.OnDelete(entsql.Cascade)),
		edge.To("links", Link.Type).Annotations(entsql.OnDelete(entsql.Cascade)),
		edge.To("episodes", EpisodeEntity.Type).Annotations(entsql.OnDelete(entsql.Cascade)),
		edge.To("channels", ChannelEntity.Type).Annotations(entsql.OnDelete(entsql.Cascade)),
		edge.To("name_decisions", NameDecision.Type).Annotations(entsql.OnDelete(entsql.Cascade)),
		edge.To("lookups", Lookup.Type).Annotations(entsql.OnDelete(entsql.Cascade)),
		edge.To("editions", Edition.Type).Annotations(entsql.OnDelete(entsql.Cascade)),
	}
}

// Indexes of Entity. Those in the order of lists are derived (internal/store/database/list_indexes.go).
func (Entity) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("type", "key", "disambiguator").Unique(),
		index.Fields("merged_into"),
	}
}

// Alias is a further name of an entity.
type Alias struct{ ent.Schema }

// Fields of Alias.
func (Alias) Fields() []ent.Field {
	return []ent.Field{
		field.Int("entity_id"),
		entityType(),
		field.String("key").MaxLen(500),
		field.String("name").MaxLen(500),
		field.Text("folded").Default("").Comment("the name as search compares it (wording.Fold)"),
		field.String("source").MaxLen(50).Default(""),
		field.Int("channel_id").Default(0).Comment("where it was learned by likeness"),
		field.Bool("confirmed").Default(false).Comment("by something else than likeness: only then is it looked for in transcripts"),
		field.Bool("told").Default(false).Comment("earlier episodes were read again with it"),
		field.Time("created_at").Immutable(),
	}
}

// Edges of Alias.
func (Alias) Edges() []ent.Edge {
	return []ent.Edge{edge.From("entity", Entity.Type).Ref("aliases").Field("entity_id").Unique().Required()}
}

// Indexes of Alias.
func (Alias) Indexes() []ent.Index {
	return []ent.Index{index.Fields("entity_id", "key").Unique(), index.Fields("type", "key")}
}

// Block is a blocking key: entities that share one are compared when a new name arrives.
type Block struct{ ent.Schema }

// Fields of Block.
func (Block) Fields() []ent.Field {
	return []ent.Field{field.Int("entity_id"), entityType(), field.String("key").MaxLen(60)}
}

// Edges of Block.
func (Block) Edges() []ent.Edge {
	return []ent.Edge{edge.From("entity", Entity.Type).Ref("blocks").Field("entity_id").Unique().Required()}
}

// Indexes of Block.
func (Block) Indexes() []ent.Index {
	return []ent.Index{index.Fields("entity_id", "key").Unique(), index.Fields("type", "key", "entity_id")}
}

// Mention is one place where an entity was said, with its proof.
type Mention struct{ ent.Schema }

// Fields of Mention.
func (Mention) Fields() []ent.Field {
	return []ent.Field{
		field.Int("episode_id"),
		field.Int("entity_id"),
		field.Int("run_id"),
		field.Int("transcript_id"),
		field.Int("start").Comment("byte offset of the naming words in the transcript's text"),
		field.Int("end"),
		field.Int("quote_start"),
		field.Int("quote_end"),
		field.Int("cue"),
		field.Int("start_ms"),
		field.Int("end_ms"),
		field.String("surface").MaxLen(500),
		field.Text("quote"),
		field.String("speaker").MaxLen(200).Default(""),
		field.String("context").MaxLen(20).Default("editorial"),
		field.String("stance").MaxLen(20).Default("passing"),
		field.JSON("claims", mention.Claims{}).Optional(),
		field.JSON("signals", []mention.Signal{}).Optional(),
		field.Float("confidence"),
		field.Int("telling").Default(0).Comment("how much the quote says about the entity: mention.Telling"),
	}
}

// Edges of Mention.
func (Mention) Edges() []ent.Edge {
	return []ent.Edge{
		edge.From("episode", Episode.Type).Ref("mentions").Field("episode_id").Unique().Required(),
		edge.From("entity", Entity.Type).Ref("mentions").Field("entity_id").Unique().Required(),
	}
}

// Indexes of Mention.
func (Mention) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("episode_id", "entity_id", "start").Unique(),
		index.Fields("entity_id", "episode_id"),
		index.Fields("entity_id").StorageKey("mention_doubtful").Annotations(entsql.IndexWhere("confidence < 0.6")),
		index.Fields("entity_id").StorageKey("mention_recommended").Annotations(entsql.IndexWhere("stance = 'recommended'")),
		index.Fields("entity_id", "telling", "confidence", "episode_id", "start").StorageKey("mention_most_telling").
			Annotations(entsql.DescColumns("telling", "confidence", "episode_id")),
		index.Fields("run_id"),
	}
}

// EpisodeEntity is the occurrence list of an entity in an episode, counted.
type EpisodeEntity struct{ ent.Schema }

// Fields of EpisodeEntity.
func (EpisodeEntity) Fields() []ent.Field {
	return []ent.Field{
		field.Int("episode_id"),
		field.Int("entity_id"),
		entityType(),
		field.Int("mention_count").Comment("published mentions in the context that counts for the type"),
		field.Int("first_ms"),
		field.Bool("participant").Default(false).Comment("the source names them as host or guest of the episode"),
		field.Int("quote_words").Default(0).Comment("words that strangers read of the most telling quote"),
		field.Int("words_ahead").Default(math.MaxInt32).
			Comment("words of the episode that they read about other entities before; too many: not counted yet"),
		field.JSON("claims", mention.Claims{}).Optional().Comment("facts as this episode states them"),
	}
}

// Edges of EpisodeEntity.
func (EpisodeEntity) Edges() []ent.Edge {
	return []ent.Edge{
		edge.From("episode", Episode.Type).Ref("entities").Field("episode_id").Unique().Required(),
		edge.From("entity", Entity.Type).Ref("episodes").Field("entity_id").Unique().Required(),
	}
}

// Indexes of EpisodeEntity. Those in the order of lists are derived (internal/store/database/list_indexes.go).
func (EpisodeEntity) Indexes() []ent.Index {
	return []ent.Index{index.Fields("episode_id", "entity_id").Unique()}
}

// ChannelEntity counts an entity in a channel.
type ChannelEntity struct{ ent.Schema }

// Fields of ChannelEntity.
func (ChannelEntity) Fields() []ent.Field {
	return []ent.Field{
		field.Int("channel_id"),
		field.Int("entity_id"),
		entityType(),
		field.Int("mention_count"),
		field.Int("episode_count"),
	}
}

// Edges of ChannelEntity.
func (ChannelEntity) Edges() []ent.Edge {
	return []ent.Edge{
		edge.From("channel", Channel.Type).Ref("entities").Field("channel_id").Unique().Required(),
		edge.From("entity", Entity.Type).Ref("channels").Field("entity_id").Unique().Required(),
	}
}

// Indexes of ChannelEntity.
func (ChannelEntity) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("channel_id", "entity_id").Unique(),
		index.Fields("entity_id"),
	}
}

// Link is an address of an entity.
type Link struct{ ent.Schema }

// Fields of Link.
func (Link) Fields() []ent.Field {
	return []ent.Field{
		field.Int("entity_id"),
		field.String("kind").MaxLen(20),
		field.String("url").MaxLen(2048).Comment("canonical"),
		field.String("source").MaxLen(50).Comment("trust: admin, catalogue, agreed, claimed, listed"),
		field.Int("channel_id").Default(0).Comment("whose claim it is, 0 when nobody's"),
		field.String("catalogue").MaxLen(20).Default("").Comment("the public catalog that gave it, empty when none did"),
		field.Enum("state").Values("unchecked", "valid", "broken", "unknown").Default("unchecked"),
		field.Enum("decision").Values("none", "removed", "ignored").Default("none").
			Comment("by a moderator. removed: nobody sees it, and nobody may claim it again. ignored: shown, and no fault of the entity"),
		field.Time("created_at").Immutable(),
		field.Time("updated_at"),
	}
}

// Edges of Link.
func (Link) Edges() []ent.Edge {
	return []ent.Edge{edge.From("entity", Entity.Type).Ref("links").Field("entity_id").Unique().Required()}
}

// Indexes of Link.
func (Link) Indexes() []ent.Index {
	return []ent.Index{index.Fields("entity_id", "url", "channel_id").Unique(), index.Fields("url")}
}

// Lookup is what a public catalog was asked about an entity, and what came of it.
type Lookup struct{ ent.Schema }

// Fields of Lookup.
func (Lookup) Fields() []ent.Field {
	return []ent.Field{
		field.Int("entity_id"),
		field.String("catalogue").MaxLen(20),
		field.String("asked").MaxLen(64).Comment("what the question depends on (lookup.Subject.Asked)"),
		field.Enum("outcome").GoType(lookup.Outcome("")),
		field.String("record").MaxLen(50).Default("").Comment("the catalogue's id of the record that was accepted"),
		field.JSON("facts", lookup.Facts{}).Optional().Comment("what that record says"),
		field.JSON("former", map[string]lookup.Former{}).Optional().Comment("column -> what it held before the record's word"),
		field.JSON("reasons", []string{}).Optional(),
		field.JSON("candidates", []lookup.Candidate{}).Optional().Comment("records that may be the entity, for a person"),
		field.Time("asked_at"),
	}
}

// Edges of Lookup.
func (Lookup) Edges() []ent.Edge {
	return []ent.Edge{edge.From("entity", Entity.Type).Ref("lookups").Field("entity_id").Unique().Required()}
}

// Indexes of Lookup.
func (Lookup) Indexes() []ent.Index {
	return []ent.Index{index.Fields("entity_id", "catalogue").Unique()}
}

// Edition says that an entity is one edition of a work: others that are editions of it are the same book in another language.
type Edition struct{ ent.Schema }

// Fields of Edition.
func (Edition) Fields() []ent.Field {
	return []ent.Field{
		field.Int("entity_id"),
		field.String("catalogue").MaxLen(20).Comment("the public catalog that says so"),
		field.String("work").MaxLen(50).Comment("the catalogue's id of the work"),
		field.String("record").MaxLen(50).Default("").Comment("the catalogue's id of the edition, empty where it has none"),
		field.String("language").MaxLen(35).Default(""),
		field.String("title").MaxLen(500).Comment("as the catalogue has it"),
		field.Int("year").Default(0),
		field.Bool("original").Default(false).Comment("the work in the language in which it was written"),
		field.JSON("reasons", []string{}).Optional(),
		field.Enum("decision").Values("none", "removed").Default("none").
			Comment("by a moderator. removed: it is no edition of this work, whatever the catalogue says again"),
		field.Time("created_at").Immutable(),
		field.Time("updated_at"),
	}
}

// Edges of Edition.
func (Edition) Edges() []ent.Edge {
	return []ent.Edge{edge.From("entity", Entity.Type).Ref("editions").Field("entity_id").Unique().Required()}
}

// Indexes of Edition.
func (Edition) Indexes() []ent.Index {
	return []ent.Index{index.Fields("entity_id", "catalogue", "work").Unique(), index.Fields("catalogue", "work")}
}

// LinkCheck is the last verdict on an address.
type LinkCheck struct{ ent.Schema }

// Fields of LinkCheck.
func (LinkCheck) Fields() []ent.Field {
	return []ent.Field{
		field.String("url").MaxLen(2048).Unique(),
		field.Enum("state").Values("valid", "broken", "unknown"),
		field.String("reason").MaxLen(200).Default(""),
		field.String("final_url").MaxLen(2048).Default(""),
		field.Int("failures").Default(0).Comment("days in a row without an answer"),
		field.Time("checked_at"),
	}
}

// Merge keeps the complete inverse of a merge, so that it can be undone.
type Merge struct{ ent.Schema }

// Fields of Merge.
func (Merge) Fields() []ent.Field {
	return []ent.Field{
		entityType(),
		field.Int("survivor_id"),
		field.Int("merged_id"),
		field.Int("group_id").Default(0).Comment("the first of the merges that were made at once; 0: it was made alone"),
		field.JSON("inverse", map[string]any{}),
		field.JSON("reasons", []string{}).Optional(),
		field.String("actor").MaxLen(64).Default("").Comment("random public id, empty for the system"),
		field.Time("created_at").Immutable(),
		field.Time("undone_at").Optional().Nillable(),
	}
}

// Indexes of Merge.
func (Merge) Indexes() []ent.Index {
	return []ent.Index{index.Fields("survivor_id"), index.Fields("merged_id"), index.Fields("group_id"), index.Fields("created_at")}
}

// DistinctPair remembers that two entities are not the same.
type DistinctPair struct{ ent.Schema }

// Fields of DistinctPair.
func (DistinctPair) Fields() []ent.Field {
	return []ent.Field{
		field.Int("low_id"), field.Int("high_id"), field.String("actor").MaxLen(64).Default(""),
		field.Time("created_at").Immutable(),
	}
}

// Indexes of DistinctPair.
func (DistinctPair) Indexes() []ent.Index {
	return []ent.Index{index.Fields("low_id", "high_id").Unique()}
}

// Change is what a moderator did to an entity, with its complete inverse: an edit, a hiding, another type, a split. Merges
// have a table of their own.
type Change struct{ ent.Schema }

// Fields of Change.
func (Change) Fields() []ent.Field {
	return []ent.Field{
		field.Enum("kind").Values("edit", "links", "hide", "retype", "split", "editions"),
		field.Int("entity_id"),
		field.Int("other_id").Default(0).Comment("the entity that a split gave something to, or that a retyped one was merged into"),
		field.Int("merge_id").Default(0).Comment("the merge that is part of the change"),
		field.Int("after_merge").Default(0).Comment("the last merge before the change"),
		field.JSON("before", map[string]string{}).Optional().Comment("what people read of it, by field"),
		field.JSON("after", map[string]string{}).Optional(),
		field.JSON("inverse", map[string]any{}),
		field.String("actor").MaxLen(64).Default("").Comment("random public id"),
		field.Time("created_at").Immutable(),
		field.Time("undone_at").Optional().Nillable(),
	}
}

// Indexes of Change.
func (Change) Indexes() []ent.Index {
	return []ent.Index{index.Fields("entity_id"), index.Fields("other_id"), index.Fields("merge_id")}
}

// NameDecision says which entity a name of another type means, because a moderator changed the entity's type.
type NameDecision struct{ ent.Schema }

// Fields of NameDecision.
func (NameDecision) Fields() []ent.Field {
	return []ent.Field{field.Int("entity_id"), entityType(), field.String("key").MaxLen(500)}
}

// Edges of NameDecision.
func (NameDecision) Edges() []ent.Edge {
	return []ent.Edge{edge.From("entity", Entity.Type).Ref("name_decisions").Field("entity_id").Unique().Required()}
}

// Indexes of NameDecision.
func (NameDecision) Indexes() []ent.Index {
	return []ent.Index{index.Fields("type", "key", "entity_id").Unique(), index.Fields("entity_id")}
}

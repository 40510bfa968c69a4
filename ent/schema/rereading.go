package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema/edge"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"

	"mentionary/internal/work"
)

// Rereading is one pass over earlier episodes with what later ones taught.
type Rereading struct{ ent.Schema }

// Fields of Rereading.
func (Rereading) Fields() []ent.Field {
	return []ent.Field{
		field.Enum("state").GoType(work.PassState("")).Default(string(work.PassLive)),
		field.String("reason").MaxLen(500).Default("").Comment("why it failed, as a sentence"),
		field.Int("round").Default(1).Comment("what reading again taught is read again in the next"),
		field.Int("looked_at").Default(0).Comment("names that were news"),
		field.Int("read").Default(0).Comment("episodes that were read again, each as often as it was"),
		field.Int("changed").Default(0).Comment("of them"),
		field.Time("created_at").Immutable(),
		field.Time("updated_at"),
		field.Time("finished_at").Optional().Nillable(),
	}
}

// Edges of Rereading.
func (Rereading) Edges() []ent.Edge {
	return []ent.Edge{edge.To("episodes", RereadingEpisode.Type).Annotations(entsql.OnDelete(entsql.Cascade))}
}

// Indexes of Rereading.
func (Rereading) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("state").Unique().StorageKey("rereading_one_live").Annotations(entsql.IndexWhere("state = 'live'")),
	}
}

// RereadingEpisode is an episode that is read again, once in a round.
type RereadingEpisode struct{ ent.Schema }

// Fields of RereadingEpisode.
func (RereadingEpisode) Fields() []ent.Field {
	return []ent.Field{
		field.Int("rereading_id"),
		field.Int("round"),
		field.Int("episode_id"),
		field.String("outcome").MaxLen(30).Default("waiting").Comment("waiting, same, changed"),
	}
}

// Edges of RereadingEpisode.
func (RereadingEpisode) Edges() []ent.Edge {
	return []ent.Edge{edge.From("rereading", Rereading.Type).Ref("episodes").Field("rereading_id").Unique().Required()}
}

// Indexes of RereadingEpisode.
func (RereadingEpisode) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("rereading_id", "round", "episode_id").Unique(),
		index.Fields("rereading_id", "round").StorageKey("rereading_waiting").Annotations(entsql.IndexWhere("outcome = 'waiting'")),
	}
}

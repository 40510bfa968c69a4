package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
)

// Installation keeps facts about this installation: server key, namespace id of the workflow engine, versions.
type Installation struct{ ent.Schema }

// Fields of Installation.
func (Installation) Fields() []ent.Field {
	return []ent.Field{field.String("name").MaxLen(100).Unique(), field.Text("value"), field.Time("updated_at")}
}

// Event counts what people do, by day, without who they are.
type Event struct{ ent.Schema }

// Fields of Event.
func (Event) Fields() []ent.Field {
	return []ent.Field{
		field.String("type").MaxLen(50),
		field.String("visitor").MaxLen(32).Default("").Comment("daily-salted hash"),
		field.Time("created_at").Immutable(),
	}
}

// Indexes of Event.
func (Event) Indexes() []ent.Index {
	return []ent.Index{index.Fields("created_at"), index.Fields("type", "created_at")}
}

// Audit is append-only: one row a change by a moderator or admin, in the same transaction.
type Audit struct{ ent.Schema }

// Fields of Audit.
func (Audit) Fields() []ent.Field {
	return []ent.Field{
		field.String("actor").MaxLen(64).Immutable().Comment("random public id"),
		field.Int("session_id").Default(0).Immutable(),
		field.String("operation").MaxLen(100).Immutable(),
		field.String("object").MaxLen(200).Immutable(),
		field.JSON("before", map[string]any{}).Optional().Immutable(),
		field.JSON("after", map[string]any{}).Optional().Immutable(),
		field.Time("created_at").Immutable(),
	}
}

// Indexes of Audit.
func (Audit) Indexes() []ent.Index {
	return []ent.Index{index.Fields("created_at"), index.Fields("object"), index.Fields("actor"), index.Fields("operation")}
}

// Stamp is the version of a part of the catalogue; a writing transaction raises it last.
type Stamp struct{ ent.Schema }

// Fields of Stamp.
func (Stamp) Fields() []ent.Field {
	return []ent.Field{field.String("scope").MaxLen(50).Unique(), field.Int64("version").Default(0)}
}

// Picture is a re-encoded picture: browsers get pictures from us only. It is keyed by what it shows.
type Picture struct{ ent.Schema }

// Fields of Picture.
func (Picture) Fields() []ent.Field {
	return []ent.Field{
		field.String("key").MaxLen(64).Immutable().Comment("hex SHA-256 of the data"),
		field.String("source").MaxLen(64).Unique().Immutable().Comment("hex SHA-256 of the address it came from"),
		field.Bytes("data").Immutable().Comment("JPEG"),
		field.Int("width").Immutable(),
		field.Int("height").Immutable(),
		field.Time("created_at").Immutable(),
	}
}

// Indexes of Picture.
func (Picture) Indexes() []ent.Index { return []ent.Index{index.Fields("key")} }

package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/dialect/entsql"
	"entgo.io/ent/schema/edge"
	"entgo.io/ent/schema/field"
	"entgo.io/ent/schema/index"
)

// User is an account: one (issuer, subject) of an identity provider. E-mail is shown, never matched.
type User struct{ ent.Schema }

// Fields of User.
func (User) Fields() []ent.Field {
	return []ent.Field{
		field.String("issuer").MaxLen(500),
		field.String("subject").MaxLen(500),
		field.String("public_id").MaxLen(64).Unique().Immutable(),
		field.String("email").MaxLen(320).Default(""),
		field.String("first_name").MaxLen(200).Default(""),
		field.String("last_name").MaxLen(200).Default(""),
		field.String("display_name").MaxRuneLen(200).Default(""),
		field.String("picture").MaxLen(2048).Default(""),
		field.Enum("role").Values("user", "moderator", "admin").Default("user"),
		field.Bool("is_active").Default(true),
		field.Bool("published").Default(false),
		field.Time("created_at").Immutable(),
		field.Time("updated_at"),
	}
}

// Edges of User.
func (User) Edges() []ent.Edge {
	return []ent.Edge{
		edge.To("sessions", Session.Type).Annotations(entsql.OnDelete(entsql.Cascade)),
		edge.To("tokens", Token.Type).Annotations(entsql.OnDelete(entsql.Cascade)),
		edge.To("favorites", Favorite.Type).Annotations(entsql.OnDelete(entsql.Cascade)),
		edge.To("follows", Follow.Type).Annotations(entsql.OnDelete(entsql.Cascade)),
		edge.To("uploads", Upload.Type).Annotations(entsql.OnDelete(entsql.Cascade)),
		edge.To("jobs", Job.Type).Annotations(entsql.OnDelete(entsql.SetNull)),
		edge.To("episodes", Episode.Type).Annotations(entsql.OnDelete(entsql.SetNull)),
	}
}

// Indexes of User.
func (User) Indexes() []ent.Index {
	return []ent.Index{index.Fields("issuer", "subject").Unique(), index.Fields("created_at")}
}

// Session is a signed-in browser; only the hash of its token is stored.
type Session struct{ ent.Schema }

// Fields of Session.
func (Session) Fields() []ent.Field {
	return []ent.Field{
		field.Int("user_id"),
		field.Bytes("token_hash").MaxLen(32).Unique().Immutable(),
		field.String("agent").MaxLen(200).Default(""),
		field.Time("created_at").Immutable(),
		field.Time("signed_in_at"),
		field.Time("seen_at"),
		field.Time("expires_at"),
	}
}

// Edges of Session.
func (Session) Edges() []ent.Edge {
	return []ent.Edge{edge.From("user", User.Type).Ref("sessions").Field("user_id").Unique().Required()}
}

// Indexes of Session.
func (Session) Indexes() []ent.Index {
	return []ent.Index{index.Fields("user_id"), index.Fields("expires_at")}
}

// Token is a personal access token; only its hash is stored.
type Token struct{ ent.Schema }

// Fields of Token.
func (Token) Fields() []ent.Field {
	return []ent.Field{
		field.Int("user_id"),
		field.Bytes("hash").MaxLen(32).Unique().Immutable(),
		field.String("name").MaxLen(200),
		field.JSON("scopes", []string{}),
		field.Time("created_at").Immutable(),
		field.Time("used_at").Optional().Nillable(),
		field.Time("expires_at").Optional().Nillable(),
		field.Time("revoked_at").Optional().Nillable(),
	}
}

// Edges of Token.
func (Token) Edges() []ent.Edge {
	return []ent.Edge{edge.From("user", User.Type).Ref("tokens").Field("user_id").Unique().Required()}
}

// Indexes of Token.
func (Token) Indexes() []ent.Index { return []ent.Index{index.Fields("user_id")} }

// Favorite is an episode or entity that somebody saved.
type Favorite struct{ ent.Schema }

// Fields of Favorite.
func (Favorite) Fields() []ent.Field {
	return []ent.Field{
		field.Int("user_id"),
		field.Enum("item_type").Values("episode", "entity"),
		field.Int("item_id"),
		field.Time("created_at").Immutable(),
	}
}

// Edges of Favorite.
func (Favorite) Edges() []ent.Edge {
	return []ent.Edge{edge.From("user", User.Type).Ref("favorites").Field("user_id").Unique().Required()}
}

// Indexes of Favorite.
func (Favorite) Indexes() []ent.Index {
	return []ent.Index{index.Fields("user_id", "item_type", "item_id").Unique(), index.Fields("item_type", "item_id")}
}

// Follow is somebody's wish to have a channel's new episodes analyzed.
type Follow struct{ ent.Schema }

// Fields of Follow.
func (Follow) Fields() []ent.Field {
	return []ent.Field{field.Int("user_id"), field.Int("channel_id"), field.Time("created_at").Immutable()}
}

// Edges of Follow.
func (Follow) Edges() []ent.Edge {
	return []ent.Edge{
		edge.From("user", User.Type).Ref("follows").Field("user_id").Unique().Required(),
		edge.From("channel", Channel.Type).Ref("follows").Field("channel_id").Unique().Required(),
	}
}

// Indexes of Follow.
func (Follow) Indexes() []ent.Index {
	return []ent.Index{index.Fields("user_id", "channel_id").Unique(), index.Fields("channel_id")}
}

// Report is somebody's note that something in the directory is wrong.
type Report struct{ ent.Schema }

// Fields of Report.
func (Report) Fields() []ent.Field {
	return []ent.Field{
		field.Int("user_id").Optional().Nillable(),
		field.Enum("item_type").Values("episode", "entity", "mention"),
		field.Int("item_id"),
		field.String("reason").MaxLen(50),
		field.String("text").MaxLen(2000).Default(""),
		field.Enum("state").Values("open", "accepted", "refused").Default("open"),
		field.Time("created_at").Comment("when it was said last: saying it again opens it again"),
		field.Time("closed_at").Optional().Nillable(),
		field.String("closed_by").MaxLen(64).Default("").Comment("random public id"),
	}
}

// Indexes of Report.
func (Report) Indexes() []ent.Index {
	return []ent.Index{
		index.Fields("user_id", "item_type", "item_id").Unique(), index.Fields("state", "item_type", "item_id"),
		index.Fields("user_id", "created_at"),
	}
}

package jobs

import (
	"context"

	"entgo.io/ent/dialect/sql"

	"mentionary/ent/db"
	dbbatch "mentionary/ent/db/batch"
	dbchannel "mentionary/ent/db/channel"
	dbepisode "mentionary/ent/db/episode"
	dbjob "mentionary/ent/db/job"
	dbpass "mentionary/ent/db/pass"
	"mentionary/ent/db/predicate"
	dbuser "mentionary/ent/db/user"
	"mentionary/internal/store/database"
)

// WorkNames are channels and people that work can be limited to.
type WorkNames struct {
	Channels   []*db.Channel
	Submitters []*db.User
}

// WorkNamesFilter limits WorkNames. Channel and Submitter are public ids of those who are among them whatever is searched.
type WorkNamesFilter struct {
	Search, Channel, Submitter string
	Limit                      int // of each
}

// WorkNames returns the channels of which episodes are or were analyzed and the people who submitted something, by name, the
// one of the filter first. Names are searched as they are shown: addresses of people are not.
func (s *Store) WorkNames(ctx context.Context, f WorkNamesFilter) (WorkNames, error) {
	return database.Read(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (out WorkNames, err error) {
		channels := tx.Channel.Query().Where(dbchannel.HasEpisodesWith(dbepisode.HasRuns()))
		people := tx.User.Query().Where(submitted)
		if f.Search != "" {
			channels.Where(dbchannel.Or(dbchannel.NameContainsFold(f.Search), dbchannel.PublicID(f.Channel)))
			people.Where(dbuser.Or(userNamed(f.Search), dbuser.PublicID(f.Submitter)))
		}
		out.Channels, err = channels.
			Order(first(dbchannel.FieldPublicID, f.Channel), dbchannel.ByName(), dbchannel.ByID()).Limit(f.Limit).All(ctx)
		if err != nil {
			return out, err
		}
		out.Submitters, err = people.
			Order(first(dbuser.FieldPublicID, f.Submitter), dbuser.ByDisplayName(), dbuser.ByFirstName(), dbuser.ByID()).Limit(f.Limit).All(ctx)
		return out, err
	})
}

// first orders rows with a value before all others.
func first(column, value string) func(*sql.Selector) {
	return func(s *sql.Selector) {
		s.OrderExpr(sql.ExprFunc(func(b *sql.Builder) {
			b.WriteString("CASE WHEN ").WriteString(s.C(column)).WriteString(" = ").Arg(value).WriteString(" THEN 0 ELSE 1 END")
		}))
	}
}

// submitted leaves people who have a line in the list of work.
func submitted(s *sql.Selector) {
	people := func(column, table string) *sql.Selector {
		return sql.Select(column).From(sql.Table(table)).Where(sql.NotNull(column))
	}
	s.Where(sql.Or(
		sql.In(s.C(dbuser.FieldID), people(dbjob.FieldUserID, dbjob.Table)),
		sql.In(s.C(dbuser.FieldID), people(dbbatch.FieldUserID, dbbatch.Table)),
		sql.In(s.C(dbuser.FieldPublicID), people(dbpass.FieldActor, dbpass.Table)),
	))
}

// userNamed leaves people by the name that others see. A display name that is an address is never shown, so it is not searched.
func userNamed(text string) predicate.User {
	return dbuser.Or(
		dbuser.And(dbuser.DisplayNameContainsFold(text), dbuser.Not(dbuser.DisplayNameContains("@"))),
		dbuser.FirstNameContainsFold(text), dbuser.LastNameContainsFold(text),
	)
}

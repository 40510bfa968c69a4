package database

import (
	"context"
	"strconv"
	"strings"

	"mentionary/ent/db"
	dbchannel "mentionary/ent/db/channel"
	dbentity "mentionary/ent/db/entity"
	dbepisode "mentionary/ent/db/episode"
	dbuser "mentionary/ent/db/user"
)

// The kinds of objects that have a name, as the audit log begins them.
const (
	auditedUser    = "user/" // also of budgets: "budget/user/9fk2…"
	auditedEntity  = "entity/"
	auditedEpisode = "episode/"
	auditedChannel = "channel/"
)

// auditedNames are what is named in entries of the audit log, as it is called now.
type auditedNames struct {
	people                      map[string]string // by public id
	entities, episodes, channel map[int]string
}

// read finds out the names of all that entries are about, with one question for each kind.
func (n *auditedNames) read(ctx context.Context, tx *db.Tx, rows []*db.Audit) (err error) {
	var people []string
	ids := map[string][]int{}
	for _, r := range rows {
		people = append(people, r.Actor)
		kind, id := objectOf(r.Object)
		if number, err := strconv.Atoi(id); err == nil {
			ids[kind] = append(ids[kind], number)
		}
		if kind == auditedUser {
			people = append(people, id)
		}
	}
	if n.people, err = peopleNames(ctx, tx, people); err != nil {
		return err
	}
	entities, err := tx.Entity.Query().Where(dbentity.IDIn(ids[auditedEntity]...)).Select(dbentity.FieldName).All(ctx)
	if err != nil {
		return err
	}
	episodes, err := tx.Episode.Query().Where(dbepisode.IDIn(ids[auditedEpisode]...)).Select(dbepisode.FieldTitle).All(ctx)
	if err != nil {
		return err
	}
	channels, err := tx.Channel.Query().Where(dbchannel.IDIn(ids[auditedChannel]...)).Select(dbchannel.FieldName).All(ctx)
	n.entities = byID(entities, func(e *db.Entity) (int, string) { return e.ID, e.Name })
	n.episodes = byID(episodes, func(e *db.Episode) (int, string) { return e.ID, e.Title })
	n.channel = byID(channels, func(c *db.Channel) (int, string) { return c.ID, c.Name })
	return err
}

// of is what an object is called, empty when it is gone or has no name.
func (n *auditedNames) of(object string) string {
	kind, id := objectOf(object)
	number, _ := strconv.Atoi(id)
	switch kind {
	case auditedUser:
		return n.people[id]
	case auditedEntity:
		return n.entities[number]
	case auditedEpisode:
		return n.episodes[number]
	case auditedChannel:
		return n.channel[number]
	}
	return ""
}

// objectOf splits an object into its kind, such as "user/", and its id.
func objectOf(object string) (kind, id string) {
	object = strings.TrimPrefix(object, "budget/")
	at := strings.IndexByte(object, '/') + 1
	return object[:at], object[at:]
}

func byID[R any](rows []R, named func(R) (int, string)) map[int]string {
	out := make(map[int]string, len(rows))
	for _, r := range rows {
		id, name := named(r)
		out[id] = name
	}
	return out
}

// peopleNames returns the display names of people by public id.
func peopleNames(ctx context.Context, tx *db.Tx, ids []string) (map[string]string, error) {
	people, err := tx.User.Query().Where(dbuser.PublicIDIn(ids...)).Select(dbuser.FieldPublicID, dbuser.FieldDisplayName).All(ctx)
	names := make(map[string]string, len(people))
	for _, u := range people {
		names[u.PublicID] = u.DisplayName
	}
	return names, err
}

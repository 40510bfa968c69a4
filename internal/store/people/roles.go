package people

import (
	"context"
	"slices"
	"strings"

	"entgo.io/ent/dialect/sql"

	"mentionary/ent/db"
	dbsession "mentionary/ent/db/session"
	dbuser "mentionary/ent/db/user"
	"mentionary/internal/fault"
	"mentionary/internal/store/database"
	"mentionary/internal/store/jobs"
)

// The operator is the person behind the machine: commands such as import act as them. The account is no person's: it is
// not listed or counted among people, nobody changes it, and it is not the admin who must stay.
const (
	OperatorSubject = "operator"
	operatorName    = "Operator"
)

// EnsureOperator returns the operator's account, made when it is needed first.
func (s *Store) EnsureOperator(ctx context.Context) (*db.User, error) {
	u, err := s.UserBySubject(ctx, database.OperatorIssuer, OperatorSubject)
	if err != nil && !fault.Is(err, fault.NotFound) {
		return nil, err
	}
	if err == nil && u.Role == dbuser.RoleAdmin && u.IsActive && u.DisplayName == operatorName {
		return u, nil
	}
	return database.Write(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*db.User, error) {
		u, err := s.ensureUser(ctx, tx, Identity{Issuer: database.OperatorIssuer, Subject: OperatorSubject})
		if err != nil {
			return nil, err
		}
		return tx.User.UpdateOne(u).SetRole(dbuser.RoleAdmin).SetIsActive(true).SetDisplayName(operatorName).Save(ctx)
	})
}

// maxSearchWords bounds how many words of a search for people count.
const maxSearchWords = 8

// Users lists people, the newest first, and the number of all that match. Each word of search must be part of a name, the
// display name or the e-mail address, whatever its case.
func (s *Store) Users(ctx context.Context, search string, limit, offset int) ([]*db.User, int, error) {
	out, err := database.Read(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (p page[*db.User], err error) {
		q := tx.User.Query().Where(database.ByPerson())
		words := strings.Fields(search)
		for _, w := range words[:min(len(words), maxSearchWords)] {
			q.Where(dbuser.Or(dbuser.FirstNameContainsFold(w), dbuser.LastNameContainsFold(w), dbuser.DisplayNameContainsFold(w),
				dbuser.EmailContainsFold(w)))
		}
		if p.total, err = q.Clone().Count(ctx); err != nil {
			return p, err
		}
		p.rows, err = q.Order(dbuser.ByCreatedAt(sql.OrderDesc()), dbuser.ByID(sql.OrderDesc())).
			Limit(database.PageSize(limit)).Offset(offset).All(ctx)
		return p, err
	})
	return out.rows, out.total, err
}

// SetRole gives somebody else ("user", "moderator", "admin") another role and ends their sessions: they sign in again with
// their new rights. Nobody changes their own role, and the last active admin stays one. The same role again changes
// nothing.
func (s *Store) SetRole(ctx context.Context, by database.Actor, publicID, role string) (*db.User, error) {
	r, err := parseRole(role)
	if err != nil {
		return nil, err
	}
	return s.changeUser(ctx, by, publicID, roleChange(r))
}

// parseRole refuses a role that there is not.
func parseRole(role string) (dbuser.Role, error) {
	r := dbuser.Role(role)
	if dbuser.RoleValidator(r) != nil {
		return "", fault.Newf(fault.BadInput, "There is no role %q. Choose user, moderator or admin.", role).WithField("role")
	}
	return r, nil
}

// SetActive deactivates somebody else's account, which ends their sessions and keeps them out, or activates it again. The
// rules are those of SetRole.
func (s *Store) SetActive(ctx context.Context, by database.Actor, publicID string, active bool) (*db.User, error) {
	return s.changeUser(ctx, by, publicID, userChange{
		operation: "user.status", field: "isActive", before: func(u *db.User) any { return u.IsActive }, after: active,
		keepsAdmin: active,
		apply:      func(u *db.UserUpdateOne) { u.SetIsActive(active) },
	})
}

// userChange is one change of an account by an admin.
type userChange struct {
	operation, field string
	before           func(*db.User) any
	after            any
	keepsAdmin       bool // an active admin stays one
	apply            func(*db.UserUpdateOne)
}

func roleChange(r dbuser.Role) userChange {
	return userChange{
		operation: "user.role", field: "role", before: func(u *db.User) any { return string(u.Role) }, after: string(r),
		keepsAdmin: r == dbuser.RoleAdmin,
		apply:      func(u *db.UserUpdateOne) { u.SetRole(r) },
	}
}

// changeUser makes a change that its rules allow. One that changes nothing writes nothing.
func (s *Store) changeUser(ctx context.Context, by database.Actor, publicID string, c userChange) (*db.User, error) {
	return database.Write(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*db.User, error) {
		u, admins, err := s.lockWithAdmins(ctx, tx, publicID)
		if err != nil {
			return nil, err
		}
		if err := mayChange(by, u, admins, c.keepsAdmin); err != nil || c.before(u) == c.after {
			return u, err
		}
		return s.applyChange(ctx, tx, by, u, c)
	})
}

// applyChange writes a change, ends the person's sessions, and audits it in the same transaction.
func (s *Store) applyChange(ctx context.Context, tx *db.Tx, by database.Actor, u *db.User, c userChange) (*db.User, error) {
	before := c.before(u)
	change := tx.User.UpdateOne(u).SetUpdatedAt(s.Now())
	c.apply(change)
	u, err := change.Save(ctx)
	if err != nil {
		return nil, err
	}
	if _, err := tx.Session.Delete().Where(dbsession.UserID(u.ID)).Exec(ctx); err != nil {
		return nil, err
	}
	return u, s.Audit(ctx, tx, by, c.operation, "user/"+u.PublicID, map[string]any{c.field: before}, map[string]any{c.field: c.after})
}

// lockWithAdmins locks a person together with all active admins, in the order of ids: of two admins who demote each other
// at once the second one finds that the first has done it.
func (s *Store) lockWithAdmins(ctx context.Context, tx *db.Tx, publicID string) (u *db.User, admins []*db.User, err error) {
	activeAdmin := dbuser.And(dbuser.RoleEQ(dbuser.RoleAdmin), dbuser.IsActive(true))
	q := tx.User.Query().Where(dbuser.Or(dbuser.PublicID(publicID), activeAdmin)).Order(dbuser.ByID())
	rows, err := jobs.ForUpdate(s.DB, q).All(ctx)
	if err != nil {
		return nil, nil, err
	}
	for _, r := range rows {
		if r.PublicID == publicID && !database.IsOperator(r) {
			u = r
		}
		if r.Role == dbuser.RoleAdmin && r.IsActive {
			admins = append(admins, r)
		}
	}
	if u == nil {
		return nil, nil, fault.New(fault.NotFound, "There is no such person.")
	}
	return u, admins, nil
}

// Locks says why somebody may change neither the role nor the status of people, by their ids; those whom they may change are
// left out.
func (s *Store) Locks(ctx context.Context, by database.Actor, people []*db.User) (map[int]string, error) {
	admins, err := s.RO.User.Query().Where(dbuser.RoleEQ(dbuser.RoleAdmin), dbuser.IsActive(true)).All(ctx)
	if err != nil {
		return nil, s.Fault(err)
	}
	out := map[int]string{}
	for _, u := range people {
		if err := mayChange(by, u, admins, false); err != nil {
			out[u.ID] = fault.Of(err).Sentence
		}
	}
	return out, nil
}

// mayChange holds the rules that no role overrides.
func mayChange(by database.Actor, u *db.User, admins []*db.User, keepsAdmin bool) error {
	switch {
	case !slices.ContainsFunc(admins, func(a *db.User) bool { return a.PublicID == by.PublicID }):
		return fault.New(fault.Denied, "You are no longer an administrator.")
	case u.PublicID == by.PublicID:
		return fault.New(fault.Denied, "You cannot change your own role or status. Please ask another administrator.")
	case !keepsAdmin && u.Role == dbuser.RoleAdmin && u.IsActive && !anybodyBut(u, admins):
		return fault.New(fault.Conflict, "This is the last active administrator. Please make somebody else an administrator first.")
	}
	return nil
}

// anybodyBut reports whether a person is among active admins who is not the given one.
func anybodyBut(u *db.User, admins []*db.User) bool {
	return slices.ContainsFunc(admins, func(a *db.User) bool { return a.ID != u.ID && !database.IsOperator(a) })
}

package people

import (
	"context"
	"strings"

	"entgo.io/ent/dialect/sql"

	"mentionary/ent/db"
	dbsession "mentionary/ent/db/session"
	dbuser "mentionary/ent/db/user"
	"mentionary/internal/fault"
	"mentionary/internal/store/database"
)

// The operator is the person behind the machine: commands such as import act as them. The account is no person's: it is
// not listed or counted among people, nobody changes it, and it is not the admin who must stay.
const (
	OperatorSubject = "operator"
	operatorName    = "Operator"
)

// EnsureOperator answers the operator's account, made when it is needed first.
func (s *Store) EnsureOperator(ctx context.Context) (*db.User, error) {
	u, err := s.UserBySubject(ctx, database.OperatorIssuer, OperatorSubject)
	if err == nil && u.Role == dbuser.RoleAdmin && u.IsActive && u.DisplayName == operatorName ||
		err != nil && !fault.Is(err, fault.NotFound) {
		return u, err
	}
	err = s.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if u, err = s.ensureUser(ctx, tx, Identity{Issuer: database.OperatorIssuer, Subject: OperatorSubject}); err != nil {
			return err
		}
		u, err = tx.User.UpdateOne(u).SetRole(dbuser.RoleAdmin).SetIsActive(true).SetDisplayName(operatorName).Save(ctx)
		return err
	})
	return u, err
}

// maxSearchWords bounds how many words of a search for people count.
const maxSearchWords = 8

// Users lists people, the newest first, and the number of all that match. Each word of search must be part of a name, the
// display name or the e-mail address, whatever its case.
func (s *Store) Users(ctx context.Context, search string, limit, offset int) ([]*db.User, int, error) {
	var rows []*db.User
	var total int
	err := s.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		q := tx.User.Query().Where(database.ByPerson())
		words := strings.Fields(search)
		for _, w := range words[:min(len(words), maxSearchWords)] {
			q.Where(dbuser.Or(dbuser.FirstNameContainsFold(w), dbuser.LastNameContainsFold(w), dbuser.DisplayNameContainsFold(w),
				dbuser.EmailContainsFold(w)))
		}
		var err error
		if total, err = q.Clone().Count(ctx); err != nil {
			return err
		}
		rows, err = q.Order(dbuser.ByCreatedAt(sql.OrderDesc()), dbuser.ByID(sql.OrderDesc())).Limit(database.PageSize(limit)).Offset(offset).All(ctx)
		return err
	})
	return rows, total, err
}

// SetRole gives somebody else ("user", "moderator", "admin") another role and ends their sessions: they sign in again with
// their new rights. Nobody changes their own role, and the last active admin stays one. The same role again changes
// nothing.
func (s *Store) SetRole(ctx context.Context, by database.Actor, publicID, role string) (*db.User, error) {
	r := dbuser.Role(role)
	if err := dbuser.RoleValidator(r); err != nil {
		return nil, fault.Newf(fault.BadInput, "There is no role %q. Choose user, moderator or admin.", role).WithField("role")
	}
	return s.changeUser(ctx, by, publicID, userChange{
		operation: "user.role", field: "role", before: func(u *db.User) any { return string(u.Role) }, after: role,
		keepsAdmin: r == dbuser.RoleAdmin,
		apply:      func(u *db.UserUpdateOne) { u.SetRole(r) },
	})
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

// changeUser checks the rules inside the transaction that makes the change, and audits it there.
func (s *Store) changeUser(ctx context.Context, by database.Actor, publicID string, c userChange) (*db.User, error) {
	var u *db.User
	err := s.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		var err error
		var admins []*db.User
		if u, admins, err = s.lockWithAdmins(ctx, tx, publicID); err != nil {
			return err
		}
		if err := mayChange(by, u, admins, c.keepsAdmin); err != nil {
			return err
		}
		before := c.before(u)
		if before == c.after {
			return nil
		}
		change := tx.User.UpdateOne(u).SetUpdatedAt(s.Now())
		c.apply(change)
		if u, err = change.Save(ctx); err != nil {
			return err
		}
		if _, err := tx.Session.Delete().Where(dbsession.UserID(u.ID)).Exec(ctx); err != nil {
			return err
		}
		return s.Audit(ctx, tx, by, c.operation, "user/"+u.PublicID, map[string]any{c.field: before}, map[string]any{c.field: c.after})
	})
	return u, err
}

// lockWithAdmins locks a person together with all active admins, in the order of ids: of two admins who demote each other
// at once the second one finds that the first has done it.
func (s *Store) lockWithAdmins(ctx context.Context, tx *db.Tx, publicID string) (u *db.User, admins []*db.User, err error) {
	q := tx.User.Query().Where(dbuser.Or(dbuser.PublicID(publicID), dbuser.And(dbuser.RoleEQ(dbuser.RoleAdmin), dbuser.IsActive(true)))).
		Order(dbuser.ByID())
	if s.Postgres() {
		q.ForUpdate()
	}
	rows, err := q.All(ctx)
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

// mayChange holds the rules that no role overrides.
func mayChange(by database.Actor, u *db.User, admins []*db.User, keepsAdmin bool) error {
	still, others := false, 0
	for _, a := range admins {
		still = still || a.PublicID == by.PublicID
		if a.ID != u.ID && !database.IsOperator(a) {
			others++
		}
	}
	switch {
	case !still:
		return fault.New(fault.Denied, "You are no longer an administrator.")
	case u.PublicID == by.PublicID:
		return fault.New(fault.Denied, "You cannot change your own role or status. Please ask another administrator.")
	case !keepsAdmin && u.Role == dbuser.RoleAdmin && u.IsActive && others == 0:
		return fault.New(fault.Conflict, "This is the last active administrator. Please make somebody else an administrator first.")
	}
	return nil
}

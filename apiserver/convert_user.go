package apiserver

import (
	"slices"
	"time"

	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/store"
	"mentionary/policies"
)

// currentUser is a person as they see themselves.
func currentUser(u *store.User, v viewer) *v1.CurrentUser {
	return &v1.CurrentUser{
		Id: u.PublicID, FirstName: optional(u.FirstName), LastName: optional(u.LastName), Email: optional(u.Email),
		ProfileImageUrl: optional(u.Picture), Role: v.role, IsActive: u.IsActive, CreatedAt: at(&u.CreatedAt),
		Permissions: permissions(v.role), DisplayName: u.DisplayName, Published: u.Published,
	}
}

// menu holds what menus may show from each role on, weakest first.
var menu = []struct{ role, permission string }{
	{policies.User, "submit"}, {policies.Moderator, "moderate"}, {policies.Admin, "admin"},
}

// permissions lists what the menu of a role shows. It is for show: every call is judged by its own policy line.
func permissions(role string) []string {
	var out []string
	rank := slices.Index(policies.Roles(), role)
	for _, m := range menu {
		if slices.Index(policies.Roles(), m.role) <= rank {
			out = append(out, m.permission)
		}
	}
	return out
}

// publicUser is a published profile: never the e-mail address or the last name, and of the time of joining the month.
func publicUser(u *store.User) *v1.PublicUser {
	joined := u.CreatedAt.UTC()
	month := time.Date(joined.Year(), joined.Month(), 1, 0, 0, 0, 0, time.UTC)
	return &v1.PublicUser{FirstName: u.DisplayName, ProfileImageUrl: optional(u.Picture), CreatedAt: at(&month)}
}

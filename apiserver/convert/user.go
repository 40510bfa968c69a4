package convert

import (
	"time"

	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/store"
	"mentionary/internal/store/jobs"
	"mentionary/internal/store/people"
)

// CurrentUser is a person as they see themselves; permissions are what menus show them.
func CurrentUser(u *store.User, role string, permissions []string) *v1.CurrentUser {
	return &v1.CurrentUser{
		Id: u.PublicID, FirstName: Optional(u.FirstName), LastName: Optional(u.LastName), Email: Optional(u.Email),
		ProfileImageUrl: Optional(u.Picture), Role: role, IsActive: u.IsActive, CreatedAt: At(&u.CreatedAt),
		Permissions: permissions, DisplayName: u.DisplayName, Published: u.Published,
	}
}

// PublicUser is a published profile: never the e-mail address or the last name, and of the time of joining the month.
func PublicUser(u *store.User) *v1.PublicUser {
	joined := u.CreatedAt.UTC()
	month := time.Date(joined.Year(), joined.Month(), 1, 0, 0, 0, 0, time.UTC)
	return &v1.PublicUser{FirstName: u.DisplayName, ProfileImageUrl: Optional(u.Picture), CreatedAt: At(&month)}
}

// AdminUser is a person as admins see them. Who has no name at the provider is shown by their display name.
func AdminUser(u *store.User) *v1.AdminUser {
	out := &v1.AdminUser{
		Id: u.PublicID, Email: Optional(u.Email), FirstName: Optional(u.FirstName), LastName: Optional(u.LastName),
		ProfileImageUrl: Optional(u.Picture), Role: string(u.Role), IsActive: u.IsActive, CreatedAt: At(&u.CreatedAt),
	}
	if u.FirstName == "" && u.LastName == "" {
		out.FirstName = Optional(u.DisplayName)
	}
	return out
}

// Session is one signed-in browser of a person. current is the id of the session that asks.
func Session(r *store.Session, current int) *v1.AccountSession {
	return &v1.AccountSession{
		Id: Number(r.ID), Agent: r.Agent, Current: r.ID == current,
		SignedInAt: At(&r.SignedInAt), SeenAt: At(&r.SeenAt), ExpiresAt: At(&r.ExpiresAt),
	}
}

// Token is an access token without its secret.
func Token(t *people.Token) *v1.AccessToken {
	return &v1.AccessToken{
		Id: Number(t.ID), Name: t.Name, Scopes: t.Scopes, CreatedAt: At(&t.CreatedAt), UsedAt: At(t.UsedAt), ExpiresAt: At(t.ExpiresAt),
	}
}

// Follow is a followed channel.
func Follow(f jobs.FollowItem) *v1.Follow {
	return &v1.Follow{Channel: Channel(f.Channel), CreatedAt: At(&f.Follow.CreatedAt)}
}

// Favorite is a favorite with what it stands for.
func Favorite(f people.FavoriteItem, signedIn bool) *v1.Favorite {
	out := &v1.Favorite{
		Id: Number(f.Favorite.ID), ItemType: string(f.Favorite.ItemType), ItemId: Number(f.Favorite.ItemID), CreatedAt: At(&f.Favorite.CreatedAt),
	}
	if f.Episode != nil {
		out.Episode = ListedEpisode(f.Episode, signedIn)
	}
	if f.Entity != nil {
		out.Entity = Entity(f.Entity)
	}
	return out
}

// Favorites are favorites with what they stand for.
func Favorites(rows []people.FavoriteItem, signedIn bool) []*v1.Favorite {
	return All(rows, func(f people.FavoriteItem) *v1.Favorite { return Favorite(f, signedIn) })
}

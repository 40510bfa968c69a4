package database

import (
	"entgo.io/ent/dialect/sql"

	dbepisode "mentionary/ent/db/episode"
	"mentionary/ent/db/predicate"
)

// Viewer is who asks. The zero value is a visitor.
type Viewer struct {
	UserID    int  // 0: nobody is signed in; AnyReader: whoever it is, they own nothing
	Moderator bool // sees private uploads too
}

// AnyReader is the UserID of somebody who is signed in and owns nothing: they see what everybody sees who is signed in.
const AnyReader = -1

// Visible limits episodes to those the viewer may know of: public ones, own uploads, for moderators all.
func (v Viewer) Visible() predicate.Episode {
	public := dbepisode.VisibilityEQ(dbepisode.VisibilityPublic)
	switch {
	case v.Moderator:
		return func(*sql.Selector) {}
	case v.UserID != 0:
		return dbepisode.Or(public, dbepisode.OwnerID(v.UserID))
	default:
		return public
	}
}

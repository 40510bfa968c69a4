package database

import (
	"strconv"

	"entgo.io/ent/dialect/sql"

	dbepisode "mentionary/ent/db/episode"
	"mentionary/ent/db/predicate"
)

// VisibleIn is Visible as a further condition of a statement; prefix names the episode ("e.").
func (v Viewer) VisibleIn(prefix string) string {
	public := prefix + "visibility = 'public'"
	switch {
	case v.Moderator:
		return ""
	case v.UserID > 0:
		return " AND (" + public + " OR " + prefix + "owner_id = " + strconv.Itoa(v.UserID) + ")"
	default:
		return " AND " + public
	}
}

// Viewer is who asks. The zero value is a visitor.
type Viewer struct {
	UserID    int  // 0: nobody is signed in; AnyReader: whoever it is, they own nothing
	Moderator bool // sees private uploads too
}

// AnyReader is the UserID of somebody who is signed in and owns nothing: they see what everybody sees who is signed in.
const AnyReader = -1

// SeesPrivate reports whether the viewer may know of episodes that are not public: own uploads, for moderators all.
func (v Viewer) SeesPrivate() bool { return v.Moderator || v.UserID > 0 }

// Visible limits episodes to those the viewer may know of: public ones, own uploads, for moderators all.
func (v Viewer) Visible() predicate.Episode {
	// Written out: an index of public episodes is only taken for a question that says so without a parameter.
	public := predicate.Episode(func(s *sql.Selector) {
		s.Where(sql.P(func(b *sql.Builder) {
			b.Ident(s.C(dbepisode.FieldVisibility)).WriteString(" = '" + string(dbepisode.VisibilityPublic) + "'")
		}))
	})
	switch {
	case v.Moderator:
		return func(*sql.Selector) {}
	case v.UserID > 0:
		return dbepisode.Or(public, dbepisode.OwnerID(v.UserID))
	default:
		return public
	}
}

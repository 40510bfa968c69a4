package export

import (
	"encoding/xml"
	"io"
	"log/slog"
	"net/http"
	"time"

	"mentionary/apiserver/gate"
	"mentionary/apiserver/refusal"
	"mentionary/internal/media"
	"mentionary/internal/source"
	"mentionary/internal/store"
	"mentionary/internal/store/jobs"
	"mentionary/policies"
)

// Follows is GET /api/user/follows.opml.
type Follows struct {
	store    *store.Store
	gate     *gate.Gate
	refusals *refusal.Reporter
	now      func() time.Time
	log      *slog.Logger
}

// NewFollows makes the route.
func NewFollows(s *store.Store, g *gate.Gate, r *refusal.Reporter, now func() time.Time, log *slog.Logger) *Follows {
	return &Follows{store: s, gate: g, refusals: r, now: now, log: log}
}

// opml is a subscription list, version 2.0.
type opml struct {
	XMLName xml.Name  `xml:"opml"`
	Version string    `xml:"version,attr"`
	Title   string    `xml:"head>title"`
	Created string    `xml:"head>dateCreated"`
	Lines   []outline `xml:"body>outline"`
}

type outline struct {
	Type string `xml:"type,attr"`
	Text string `xml:"text,attr"`
	Feed string `xml:"xmlUrl,attr"`
	Page string `xml:"htmlUrl,attr,omitempty"`
}

// ServeHTTP sends the channels that the caller follows as a subscription list that podcast apps and feed readers take, newest
// first.
func (e *Follows) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ctx, err := e.gate.Admit(r.Context(), policies.ExportFollows, r.Header)
	var follows []jobs.FollowItem
	if err == nil {
		follows, err = e.store.Jobs.Follows(ctx, gate.Of(ctx).UserID())
	}
	if err != nil {
		e.refusals.Plain(w, r, policies.ExportFollows, err)
		return
	}
	now := e.now().UTC()
	list := opml{Version: "2.0", Title: "Followed on Mentionary", Created: now.Format(time.RFC1123Z)}
	for _, f := range follows {
		c := f.Channel.Channel
		if feed := source.SiteOf(media.Platform(c.Platform)).FeedOf(c.ExternalID); feed != "" {
			list.Lines = append(list.Lines, outline{Type: "rss", Text: c.Name, Feed: feed, Page: c.URL})
		}
	}
	d := download{e.refusals, e.log, "text/x-opml; charset=utf-8", "mentionary-follows-" + now.Format(time.DateOnly) + ".opml"}
	d.send(w, r.WithContext(ctx), func(body io.Writer) error {
		if _, err := io.WriteString(body, xml.Header); err != nil {
			return err
		}
		return xml.NewEncoder(body).Encode(list)
	})
}

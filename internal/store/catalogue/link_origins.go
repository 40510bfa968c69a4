package catalogue

import (
	"context"
	"slices"
	"time"

	"mentionary/ent/db"
	dbchannel "mentionary/ent/db/channel"
	dblinkcheck "mentionary/ent/db/linkcheck"
	"mentionary/internal/link"
	"mentionary/internal/lookup"
	"mentionary/internal/store/database"
)

// LinkOrigin says where an address of an entity comes from.
type LinkOrigin struct {
	URL       string
	Source    link.Trust
	GivenBy   string     // what people call the catalog, or the name of the show; empty for others
	CheckedAt *time.Time // when it was last checked, nil: not yet
}

// LinkOrigins returns where the links of an entity that was loaded with them come from, by the word that counts most for each address.
func (s *Store) LinkOrigins(ctx context.Context, e *db.Entity) ([]LinkOrigin, error) {
	best := map[string]*db.Link{}
	var urls []string
	for _, l := range e.Edges.Links {
		if best[l.URL] == nil {
			urls = append(urls, l.URL)
		}
		if best[l.URL] == nil || link.ParseTrust(l.Source) > link.ParseTrust(best[l.URL].Source) {
			best[l.URL] = l
		}
	}
	if len(urls) == 0 {
		return nil, nil
	}
	var channels []int
	for _, l := range best {
		if l.Source == link.Claimed.String() {
			channels = append(channels, l.ChannelID)
		}
	}
	names, checked := map[int]string{}, map[string]time.Time{}
	for part := range slices.Chunk(channels, database.IDChunk) {
		rows, err := s.RO.Channel.Query().Where(dbchannel.IDIn(part...)).Select(dbchannel.FieldID, dbchannel.FieldName).All(ctx)
		if err != nil {
			return nil, s.Fault(err)
		}
		for _, c := range rows {
			names[c.ID] = c.Name
		}
	}
	for part := range slices.Chunk(urls, database.IDChunk) {
		rows, err := s.RO.LinkCheck.Query().Where(dblinkcheck.URLIn(part...)).All(ctx)
		if err != nil {
			return nil, s.Fault(err)
		}
		for _, c := range rows {
			checked[c.URL] = c.CheckedAt
		}
	}
	out := make([]LinkOrigin, 0, len(urls))
	for _, url := range urls {
		l := best[url]
		o := LinkOrigin{URL: url, Source: link.ParseTrust(l.Source), GivenBy: lookup.Names[l.Catalogue]}
		if o.Source == link.Claimed {
			o.GivenBy = names[l.ChannelID]
		}
		if at, ok := checked[url]; ok {
			o.CheckedAt = &at
		}
		out = append(out, o)
	}
	return out, nil
}

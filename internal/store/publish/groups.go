package publish

import (
	"cmp"
	"fmt"
	"slices"

	"mentionary/ent/db"
	"mentionary/internal/link"
	"mentionary/internal/match"
	"mentionary/internal/mention"
	"mentionary/internal/store/catalogue"
	"mentionary/internal/store/database"
)

// group is everything an episode says under one name of one type.
type group struct {
	typ         mention.Type
	key         string // match.Key of the names
	name        string // as it is written most often
	mentions    []*mention.Mention
	description string
	claims      mention.Claims
	urls        []string   // canonical, sorted: addresses the creator published for it
	chosen      int        // the entity that a reviewer chose, 0: found by the name
	entity      *db.Entity // what it means, after resolve
	reason      string     // why a new entity was made, or why it may be another one
	mayBe       int        // the entity that a new one may be as well, 0: none
}

// groupKey is what mentions of one group have in common.
type groupKey struct {
	typeKey
	chosen int
}

// groupMentions puts mentions of one name together, ordered by type and key: the order in which rows are inserted, so
// that two publications cannot block each other.
func groupMentions(mentions []mention.Mention) []*group {
	byKey := map[groupKey]*group{}
	for i := range mentions {
		m := &mentions[i]
		key := match.Key(m.Type, m.Name)
		if key == "" {
			continue
		}
		at := groupKey{typeKey{m.Type, key}, m.EntityID}
		if byKey[at] == nil {
			byKey[at] = &group{typ: m.Type, key: key, chosen: m.EntityID}
		}
		byKey[at].mentions = append(byKey[at].mentions, m)
	}
	groups := make([]*group, 0, len(byKey))
	for _, g := range byKey {
		g.summarize()
		groups = append(groups, g)
	}
	slices.SortFunc(groups, func(a, b *group) int {
		return cmp.Or(cmp.Compare(a.typ, b.typ), cmp.Compare(a.key, b.key), cmp.Compare(a.chosen, b.chosen))
	})
	return groups
}

// summarize reads name, claims and addresses off the mentions, the surest mention first.
func (g *group) summarize() {
	slices.SortStableFunc(g.mentions, func(a, b *mention.Mention) int {
		return cmp.Or(cmp.Compare(b.Confidence, a.Confidence), cmp.Compare(a.Start, b.Start))
	})
	names := map[string]int{}
	for _, m := range g.mentions {
		names[m.Name]++
		g.claims = g.claims.Or(m.Claims)
		if g.description == "" {
			g.description = m.Description
		}
		if m.URL == "" || len(g.urls) == catalogue.MaxClaimedLinks {
			continue
		}
		if url, err := link.Canonical(m.URL); err == nil && !slices.Contains(g.urls, url) {
			g.urls = append(g.urls, url)
		}
	}
	slices.Sort(g.urls)
	for _, m := range g.mentions {
		if g.name == "" || names[m.Name] > names[g.name] {
			g.name = m.Name
		}
	}
	g.name = database.Clip(g.name, 500)
}

// published reports whether the group has any mention that lists take.
func (g *group) published() bool { return g.mentions[0].Confidence >= catalogue.PublishedConfidence }

// subject is the group as matching sees it.
func (g *group) subject(channelID int) match.Subject {
	return match.Subject{
		Type: g.typ, Name: g.name, Author: g.claims.Author, Company: g.claims.Company, Country: g.claims.Country,
		Title: g.claims.Title, Field: g.claims.Field, Category: g.claims.Category,
		Authorities: link.Authorities(g.urls), ChannelID: channelID,
	}
}

// counts reports whether a mention is in the counters of an entity of a type: published, and said where that type counts. The
// type that the text suggests may be another one, which a moderator has corrected.
func counts(m *mention.Mention, typ mention.Type) bool {
	return m.Confidence >= catalogue.PublishedConfidence && m.Context == typ.CountedIn()
}

// Counted writes a number with its noun.
func Counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

package apiserver_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/lookup"
	"mentionary/internal/mention"
	storecatalogue "mentionary/internal/store/catalogue"
)

// Everybody reads which public catalog says what, under which id, and when it was asked.
func TestAnEntityNamesTheRecordsThatItsFactsComeFrom(t *testing.T) {
	t.Parallel()
	c := newCatalogue(newWorld(t))
	id := c.entities[mention.Location]
	require.NoError(t, c.store.Catalogue.SaveLookup(t.Context(), storecatalogue.Asked{
		EntityID: id, Catalogue: lookup.Wikidata, Subject: lookup.Subject{Type: mention.Location, Name: "Lisbon"},
		Decision: lookup.Decision{Outcome: lookup.Accepted, Record: lookup.Record{ID: "Q597", Facts: lookup.Facts{
			Description: "Capital of Portugal",
			Links:       []string{"https://www.wikidata.org/wiki/Q597", "https://en.wikipedia.org/wiki/Lisbon"},
		}}},
	}))
	e := c.object(c.call(nil, "GET", fmt.Sprintf("/api/entities/%d", id), nil), 200)
	require.Equal(t, "Capital of Portugal", e["description"])
	require.Len(t, e["records"], 1)
	r := e["records"].([]any)[0].(map[string]any)
	require.NotEmpty(t, r["checkedAt"])
	delete(r, "checkedAt")
	require.Equal(t, map[string]any{
		"catalogue": "wikidata", "name": "Wikidata", "id": "Q597", "url": "https://www.wikidata.org/wiki/Q597",
		"fields": []any{"description"}, "links": []any{"wikipedia"}, "year": nil, "isbn": nil, "feed": nil, "channelId": "", "channelName": "",
	}, r)
}

// Moderators read why nothing was accepted, and a Wikidata address that one of them adds settles which record it is.
func TestModeratorsSettleWhichRecordItIs(t *testing.T) {
	t.Parallel()
	c := newCatalogue(newWorld(t))
	id := c.entities[mention.Location]
	s, err := c.store.Catalogue.LookupSubject(t.Context(), id)
	require.NoError(t, err)
	records := []lookup.Record{
		{ID: "Q597", Types: []mention.Type{mention.Location}, Name: "Lisbon", Authorities: []string{"wikidata:Q597"}},
		{ID: "Q2", Types: []mention.Type{mention.Location}, Name: "Lisbon"},
	}
	decision := lookup.Decide(s.Subject, records)
	require.Equal(t, lookup.Ambiguous, decision.Outcome)
	require.NoError(t, c.store.Catalogue.SaveLookup(t.Context(), storecatalogue.Asked{
		EntityID: id, Catalogue: lookup.Wikidata, Subject: s.Subject, Decision: decision,
	}))
	moderator := c.signInAs("settler", "moderator")
	e := c.object(c.call(moderator, "GET", fmt.Sprintf("/api/quality/entities/%d", id), nil), 200)
	said := e["lookups"].([]any)[0].(map[string]any)
	require.Equal(t, "ambiguous", said["outcome"])
	require.NotEmpty(t, said["reasons"])
	address := said["candidates"].([]any)[0].(map[string]any)["url"]
	c.object(c.call(moderator, "POST", fmt.Sprintf("/api/entities/%d/links", id), map[string]any{"decision": "add", "newUrl": address}), 200)
	again, err := c.store.Catalogue.LookupSubject(t.Context(), id)
	require.NoError(t, err)
	require.NotEqual(t, s.Subject.Asked(), again.Subject.Asked(), "it is asked anew")
	require.Equal(t, "Q597", lookup.Decide(again.Subject, records).Record.ID)
}

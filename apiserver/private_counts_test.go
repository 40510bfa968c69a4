package apiserver_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/mention"
)

// Who sent a private upload reads its quotes on the page of an entity: the figures there say so to them, and to nobody else.
func TestTheFiguresOfAnEntityAreTrueForWhoeverLooks(t *testing.T) {
	t.Parallel()
	c := newCatalogue(newWorld(t))
	owner, other, moderator := c.signIn("owner", ""), c.signIn("other", ""), c.signIn("mo", "moderator")
	company := c.entities[mention.Company]
	path := fmt.Sprintf("/api/entities/%d", company)
	c.call(nil, "GET", path, nil) // kept for visitors and readers from now on
	c.call(other, "GET", path, nil)
	_, entity := c.publishUpload(owner, talk{"A talk at home", "private words", "Patagonia Works"})
	require.Equal(t, company, entity)
	for name, who := range map[string]struct {
		*person
		mentions, episodes float64
	}{
		"visitor": {}, "another reader": {person: other}, "owner": {owner, 1, 1}, "moderator": {moderator, 1, 1},
	} {
		e := c.object(c.call(who.person, "GET", path, nil), http.StatusOK)
		require.Equal(t, []any{1.0, 1.0, who.mentions, who.episodes},
			[]any{e["mentionCount"], e["episodeCount"], e["privateMentions"], e["privateEpisodes"]}, name)
		if who.person != nil {
			quotes := c.list(c.call(who.person, "GET", path+"/mentions", nil))
			require.Len(t, quotes, int(1+who.mentions), "%s: as many quotes as the figures say", name)
		}
	}
	listed := c.list(c.call(owner, "GET", "/api/entities?type=company", nil))
	require.Equal(t, 0.0, listed[0]["privateMentions"], "on the page of the entity only")
}

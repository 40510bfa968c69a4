package apiserver_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/mention"
)

// Lists quote what public episodes say, whoever asks: to its owner and to moderators, too, a private talk is no line on a card.
func TestListsQuotePublicEpisodesOnly(t *testing.T) {
	t.Parallel()
	c := newCatalogue(newWorld(t))
	for _, asker := range []*person{nil, c.signInAs("reader", ""), c.vera, c.signInAs("mo", "moderator")} {
		for _, path := range []string{
			"/api/entities?type=book&withQuotes=true", "/api/search?query=darkness&withQuotes=true",
			"/api/channels/" + showChannel + "/entities?type=book&withQuotes=true",
		} {
			got := c.call(asker, http.MethodGet, path, nil)
			require.Equal(t, http.StatusOK, got.status, got.body)
			require.Contains(t, got.body, `"quote":"We talked about The Left Hand of Darkness for a while."`, path)
			require.Contains(t, got.body, `"channelName":"The Night Train"`, path)
			require.NotContains(t, got.body, canaryUploadText, path)
		}
	}
	without := c.call(nil, http.MethodGet, "/api/entities?type=book", nil)
	require.NotContains(t, without.body, "We talked about", "quotes come when they are asked for")
	own := c.call(c.vera, http.MethodGet, fmt.Sprintf("/api/entities/%d/mentions", c.entities[mention.Book]), nil)
	require.Contains(t, own.body, canaryUploadText, "the private quote is there, and the most telling")
}

package youtube_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/fault"
	"mentionary/internal/source/youtube"
)

func TestChannelsAreFoundByTheirNamesInTheOrderOfTheSite(t *testing.T) {
	t.Parallel()
	other := strings.Replace(channelID, "UCa", "UCb", 1)
	var asked []string
	s := openHandler(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.URL.Path+" "+r.URL.Query().Get("q")+r.URL.Query().Get("id"))
		if r.URL.Path == "/api/search" {
			hit := func(id string) object { return object{"id": object{"kind": "youtube#channel", "channelId": id}} }
			answer(w, 200, object{"items": list{hit(other), hit("../evil"), hit(channelID)}})
			return
		}
		answer(w, 200, object{"items": list{
			object{"id": channelID, "snippet": object{"title": "Second"}, "statistics": object{"videoCount": "many"}},
			object{"id": other, "snippet": object{"title": "First"}, "statistics": object{"videoCount": "41"}},
		}})
	}), withKey)
	got, err := s.FindChannels(t.Context(), "paper boat")
	require.NoError(t, err)
	require.Len(t, got, 2)
	require.Equal(t, [2]any{"First", 41}, [2]any{got[0].Channel.Name, got[0].Videos})
	require.Equal(t, [2]any{"Second", 0}, [2]any{got[1].Channel.Name, got[1].Videos})
	require.Equal(t, "https://www.youtube.com/channel/"+other, got[0].Channel.URL)
	require.Equal(t, []string{"/api/search paper boat", "/api/channels " + other + "," + channelID}, asked)
}

func TestWithoutAKeyNoChannelIsSearchedFor(t *testing.T) {
	t.Parallel()
	_, err := youtube.New(youtube.Options{}).FindChannels(t.Context(), "paper boat")
	require.True(t, fault.Is(err, fault.Unsupported), "%v", err)
}

func TestAUsedUpQuotaIsSaid(t *testing.T) {
	t.Parallel()
	s := openHandler(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { apiError(w, 403, "quotaExceeded") }), withKey)
	_, err := s.FindChannels(t.Context(), "paper boat")
	require.True(t, fault.Is(err, fault.RateLimited), "%v", err)
}

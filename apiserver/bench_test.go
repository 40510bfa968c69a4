package apiserver_test

import (
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/apiserver"
	"mentionary/internal/auth"
	"mentionary/internal/extract"
	"mentionary/internal/media"
	"mentionary/internal/mention"
	"mentionary/internal/store"
	"mentionary/internal/store/jobs"
	"mentionary/internal/store/publish"
	"mentionary/internal/transcript"
	"mentionary/policies"
)

// BenchmarkDirectory returns a page of a directory of 3,000 books from what is kept and, by a question that nobody asked before, from the
// database.
func BenchmarkDirectory(b *testing.B) {
	s, err := store.Open(b.Context(), filepath.Join(b.TempDir(), "bench.db"))
	require.NoError(b, err)
	b.Cleanup(func() { require.NoError(b, s.Close()) })
	require.NoError(b, s.Migrate(b.Context()))
	fillDirectory(b, s, 3)
	base, err := url.Parse("http://localhost:8080")
	require.NoError(b, err)
	signIn, err := auth.New(auth.Options{
		BaseURL: base, Issuer: issuer, ClientID: "mentionary", HTTPClient: &http.Client{Transport: http.NewFileTransport(http.Dir(b.TempDir()))},
		Key: make([]byte, 32), Sessions: sessions{s.People}, Logger: slog.New(slog.DiscardHandler),
	})
	require.NoError(b, err)
	enforcer, err := policies.New()
	require.NoError(b, err)
	server, err := apiserver.New(apiserver.Options{
		Store: s, Auth: signIn, Engine: &engine{}, Enforcer: enforcer,
		Log: slog.New(slog.DiscardHandler),
	})
	require.NoError(b, err)
	b.Cleanup(server.Close)
	for _, rows := range []int{12, 100} {
		path := fmt.Sprintf("/api/entities?type=book&limit=%d", rows)
		first := httptest.NewRecorder()
		server.Handler().ServeHTTP(first, httptest.NewRequest(http.MethodGet, path, nil))
		require.Equal(b, http.StatusOK, first.Code)
		for name, header := range map[string][2]string{
			"kept": {}, "kept, gzip": {"Accept-Encoding", "gzip"}, "kept, 304": {"If-None-Match", first.Header().Get("ETag")},
			"database": {},
		} {
			b.Run(fmt.Sprintf("%d rows/%s", rows, name), func(b *testing.B) {
				for n := 0; b.Loop(); n++ {
					asked := path
					if name == "database" {
						asked += fmt.Sprintf("&search=%d&search=", n) // the last one counts
					}
					r := httptest.NewRequest(http.MethodGet, asked, nil)
					if header[0] != "" {
						r.Header.Set(header[0], header[1])
					}
					w := httptest.NewRecorder()
					server.Handler().ServeHTTP(w, r)
					if w.Code >= http.StatusBadRequest {
						b.Fatal(w.Body)
					}
				}
			})
		}
	}
}

// fillDirectory publishes episodes of 1,000 books each.
func fillDirectory(b *testing.B, s *store.Store, episodes int) {
	b.Helper()
	for e := range episodes {
		id := fmt.Sprint("bench", e)
		ref := video(id)
		j, _, err := s.Jobs.CreateJob(b.Context(), jobs.NewJob{Kind: media.KindVideo, Input: id, Ref: ref})
		require.NoError(b, err)
		_, err = s.Jobs.AddItems(b.Context(), j.ID, []jobs.NewItem{{Ref: ref, Title: id}}, "", "", true)
		require.NoError(b, err)
		items, _, err := s.Jobs.JobItems(b.Context(), j.ID, 0, 0)
		require.NoError(b, err)
		got, err := s.Jobs.WantEpisode(b.Context(), j.ID, items[0].ID, extract.Recipe{Extractor: "offline"})
		require.NoError(b, err)
		require.NoError(b, s.Jobs.SaveEpisode(b.Context(), got.Run.RunID, media.Episode{Platform: media.YouTube, ExternalID: id, Title: id}))
		text, err := s.Jobs.SaveTranscript(b.Context(), got.Run.RunID,
			transcript.Transcript{Origin: transcript.Captions, Cues: []transcript.Cue{{Text: id}}})
		require.NoError(b, err)
		var list []mention.Mention
		for i := range 1000 {
			name := fmt.Sprintf("%c%c Chronicle %d", 'A'+i%26, 'a'+e, 1000+i*37)
			list = append(list, mention.Mention{
				Candidate: mention.Candidate{
					Type: mention.Book, Name: name, Surface: name, Quote: "We talked about " + name + ".",
					Context: mention.Editorial, Stance: mention.Passing,
				},
				Start: i * 100, End: i*100 + len(name), QuoteStart: i * 100, QuoteEnd: i*100 + 50, StartMS: i * 1000, EndMS: i*1000 + 900,
				Confidence: 0.8,
			})
		}
		_, err = s.Publish.Publish(b.Context(), publish.PublishInput{RunID: got.Run.RunID, TranscriptID: text, Mentions: list})
		require.NoError(b, err)
	}
}

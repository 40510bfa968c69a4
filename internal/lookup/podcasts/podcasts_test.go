package podcasts_test

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/internal/fault"
	"mentionary/internal/lookup"
	"mentionary/internal/lookup/podcasts"
	"mentionary/internal/mention"
	"mentionary/internal/showfinder/itunes"
	"mentionary/internal/showfinder/podcastindex"
	"mentionary/internal/showfinder/showfindertest"
)

func now() time.Time { return time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC) }

// show is an entry of Apple's directory.
func show(id int, title, author, genre string) map[string]any {
	return map[string]any{
		"kind": "podcast", "collectionId": id, "collectionName": title, "artistName": author,
		"feedUrl": fmt.Sprintf("https://feeds.example/%d", id), "genres": []any{genre, "Podcasts"},
	}
}

func apple(t *testing.T, results ...any) (*podcasts.Resolver, *showfindertest.Server) {
	t.Helper()
	body, err := json.Marshal(map[string]any{"resultCount": len(results), "results": results})
	require.NoError(t, err)
	server := showfindertest.Start(t, &showfindertest.Server{Bodies: map[string]string{"/search": "\n\n" + string(body)}})
	return podcasts.New(lookup.ITunes, itunes.New(server.Asker(t)), now), server
}

func decide(t *testing.T, r *podcasts.Resolver, s lookup.Subject) lookup.Decision {
	t.Helper()
	records, err := r.Candidates(t.Context(), s)
	require.NoError(t, err)
	return lookup.Decide(s, records)
}

func TestWhichPodcastAMentionIs(t *testing.T) {
	t.Parallel()
	knowledge := show(990149481, "The Knowledge Project with Shane Parrish", "Shane Parrish", "Business")
	said := []string{"I love the podcast The Knowledge Project."}
	for name, c := range map[string]struct {
		subject lookup.Subject
		shows   []any
		want    lookup.Outcome
		id      string
	}{
		"the only one of its name, spoken of as a podcast": {
			lookup.Subject{Type: mention.Product, Name: "The Knowledge Project", Texts: said}, []any{knowledge}, lookup.Accepted, "990149481",
		},
		"one word names many": {
			lookup.Subject{Type: mention.Product, Name: "Serial", Texts: []string{"a podcast called Serial"}},
			[]any{show(1, "Serial", "Serial Productions", "News")},
			lookup.None, "",
		},
		"one word and its author, who is mentioned too": {
			lookup.Subject{
				Type: mention.Product, Name: "Serial", Texts: []string{"a podcast called Serial"}, Together: []string{"Serial Productions"},
			},
			[]any{show(1, "Serial", "Serial Productions", "News")},
			lookup.Accepted, "1",
		},
		"two of one name": {
			lookup.Subject{Type: mention.Product, Name: "The Knowledge Project", Texts: said},
			[]any{knowledge, show(2, "The Knowledge Project", "Somebody", "Comedy")},
			lookup.Ambiguous, "",
		},
		"two of one name, the host of one is in the episode": {
			lookup.Subject{Type: mention.Product, Name: "The Knowledge Project", Texts: said, Together: []string{"Shane Parrish"}},
			[]any{show(2, "The Knowledge Project", "Somebody", "Comedy"), knowledge},
			lookup.Accepted, "990149481",
		},
		"the only one of its name, but the sentence with the word speaks of another": {
			lookup.Subject{Type: mention.Product, Name: "The Knowledge Project", Texts: []string{"a podcast", "The Knowledge Project helped."}},
			[]any{knowledge},
			lookup.None, "",
		},
		"another maker": {
			lookup.Subject{Type: mention.Product, Name: "The Knowledge Project", Company: "NPR", Texts: said}, []any{knowledge}, lookup.None, "",
		},
		"another name": {
			lookup.Subject{Type: mention.Product, Name: "The Knowledge Projects", Texts: said}, []any{knowledge}, lookup.None, "",
		},
		"an address that a creator linked": {
			lookup.Subject{Type: mention.Product, Name: "The Knowledge Project", Texts: said, Authorities: []string{"applepodcasts:2"}},
			[]any{knowledge, show(2, "The Knowledge Project", "Somebody", "Comedy")},
			lookup.Accepted, "2",
		},
		"nothing": {lookup.Subject{Type: mention.Product, Name: "The Knowledge Project", Texts: said}, nil, lookup.None, ""},
	} {
		r, _ := apple(t, c.shows...)
		d := decide(t, r, c.subject)
		require.Equal(t, c.want, d.Outcome, "%s: %v", name, d.Reasons)
		require.Equal(t, c.id, d.Record.ID, name)
	}
}

func TestWhatARecordSays(t *testing.T) {
	t.Parallel()
	r, server := apple(t, show(990149481, "The Knowledge Project with Shane Parrish", "Shane Parrish", "Business"))
	s := lookup.Subject{Type: mention.Product, Name: "The Knowledge Project", Texts: []string{"the podcast The Knowledge Project"}}
	d := decide(t, r, s)
	require.Equal(t, lookup.Facts{
		Description: "Podcast by Shane Parrish", Makers: []string{"Shane Parrish"}, Feed: "https://feeds.example/990149481",
		Links: []string{"https://podcasts.apple.com/podcast/id990149481"},
	}, d.Record.Facts)
	require.Equal(t, []string{"applepodcasts:990149481"}, d.Record.Authorities)
	require.Len(t, server.Asked(), 1)
}

func TestTheIndexKnowsApplesNumberAndTheSite(t *testing.T) {
	t.Parallel()
	server := showfindertest.Start(t, &showfindertest.Server{Bodies: map[string]string{"/search/byterm": `{"status":"true","feeds":[
		{"id":75075,"title":"Batman University","url":"https://feeds.example/batman","link":"https://www.incomparable.example/batman/",
			"author":"Tony Sindelar","itunesId":1441923632,"dead":0,"categories":{"104":"Tv","105":"Film"}},
		{"id":-1,"title":"Batman University","url":"https://feeds.example/negative","categories":[]},
		{"id":9,"title":"<script>Batman University</script>","url":"javascript:alert(1)","categories":null}]}`}})
	r := podcasts.New(lookup.PodcastIndex, podcastindex.New(server.Asker(t), "key", "secret", now), now)
	d := decide(t, r, lookup.Subject{Type: mention.Product, Name: "Batman University", Texts: []string{"on the Batman University podcast"}})
	require.Equal(t, lookup.Accepted, d.Outcome, "%v", d.Reasons)
	require.Equal(t, []string{
		"https://podcastindex.org/podcast/75075", "https://podcasts.apple.com/podcast/id1441923632", "https://www.incomparable.example/batman/",
	}, d.Record.Facts.Links)
	require.Contains(t, d.Record.Authorities, "applepodcasts:1441923632", "both directories mean one show")
	require.Contains(t, d.Record.Authorities, "podcastindex:75075")
}

func TestOnlyWhatIsSpokenOfAsAPodcastIsAskedAbout(t *testing.T) {
	t.Parallel()
	r, _ := apple(t)
	for _, c := range []struct {
		subject lookup.Subject
		want    bool
	}{
		{lookup.Subject{Type: mention.Product, Name: "Anki", Texts: []string{"I learn with Anki."}}, false},
		{lookup.Subject{Type: mention.Product, Name: "Serial", Texts: []string{"Serial was the first podcast I heard."}}, true},
		{lookup.Subject{Type: mention.Company, Name: "Acquired Podcast"}, true},
		{lookup.Subject{Type: mention.Person, Name: "Ira Glass", Texts: []string{"his podcast"}}, false},
		{lookup.Subject{Type: mention.Book, Name: "Podcasting", Texts: []string{"a podcast about it"}}, false},
	} {
		require.Equal(t, c.want, r.Knows(c.subject), c.subject.Name)
	}
}

func TestADirectoryThatDoesNotAnswer(t *testing.T) {
	t.Parallel()
	s := lookup.Subject{Type: mention.Product, Name: "The Knowledge Project", Texts: []string{"a podcast"}}
	for name, instead := range showfindertest.Broken() {
		server := showfindertest.Start(t, &showfindertest.Server{Instead: instead})
		records, err := podcasts.New(lookup.ITunes, itunes.New(server.Asker(t)), now).Candidates(t.Context(), s)
		require.Error(t, err, name)
		require.Empty(t, records, name)
		require.NotEqual(t, fault.Internal, fault.KindOf(err), "%s: %v", name, err)
	}
}

func TestAHostileDirectory(t *testing.T) {
	t.Parallel()
	many := make([]any, 0, 300)
	for i := range 200 {
		many = append(many, show(i+1, "The Knowledge Project", fmt.Sprint("Author ", i), "Business"))
	}
	many = append(many, "text", 7, nil, map[string]any{"kind": "podcast", "collectionId": "x"},
		map[string]any{"kind": "podcast", "collectionId": -5, "collectionName": "The Knowledge Project", "feedUrl": "https://feeds.example/x"},
		map[string]any{"kind": "podcast", "collectionId": 5, "collectionName": "The Knowledge Project", "feedUrl": "file:///etc/passwd"})
	r, _ := apple(t, many...)
	s := lookup.Subject{Type: mention.Product, Name: "The Knowledge Project", Texts: []string{"a podcast"}}
	records, err := r.Candidates(t.Context(), s)
	require.NoError(t, err)
	require.Len(t, records, 20)
	d := lookup.Decide(s, records)
	require.Equal(t, lookup.Ambiguous, d.Outcome)
	require.LessOrEqual(t, len(d.Candidates), 5)
}

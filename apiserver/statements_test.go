package apiserver_test

import (
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/apiserver"
	"mentionary/internal/store/database"
	"mentionary/internal/store/storetest"
)

// statements collects what a store sends to the database.
type statements struct {
	mu  sync.Mutex
	all []string
}

func (s *statements) add(statement string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if strings.Contains(statement, "query=") && !strings.Contains(statement, "FROM `users`") {
		s.all = append(s.all, statement)
	}
}

// take returns what was sent since it was called last, without what finds out who asks.
func (s *statements) take() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := s.all
	s.all = nil
	return out
}

// What a call asks of the database is bounded, and it asks for nothing twice.
func TestCallsAskTheDatabaseForNothingTwice(t *testing.T) {
	t.Parallel()
	sent := &statements{}
	w := newWorldOn(t, storetest.SQLite(t, database.WithStatements(sent.add)), apiserver.WatchTiming{})
	by := w.publish()
	for _, c := range []struct {
		method, path string
		body         any
		most         int
		never        []string // what no statement has
	}{
		// The episode with its channel and chapters, its transcript, what it mentions with names and links.
		{method: "GET", path: "/api/episodes/" + videoID, most: 8, never: []string{"FROM `mentions`"}},
		// The same without the transcript, with the evidence.
		{method: "GET", path: "/api/episodes/" + videoID + "/entities", most: 8, never: []string{"FROM `transcripts`"}},
		// The whole episode and the marks, each with its entity.
		{method: "GET", path: "/api/episodes/" + videoID + "/transcript", most: 10},
		// The limits, the job, and the version that the answer carries.
		{
			method: "POST", path: "/api/process", body: map[string]any{"input": "https://youtu.be/bbbbbbbbbbb"}, most: 4,
			never: []string{"FROM `jobs` WHERE `jobs`.`id`"},
		},
	} {
		sent.take()
		require.Equal(t, http.StatusOK, w.call(by, c.method, c.path, c.body).status)
		got := sent.take()
		what := c.method + " " + c.path + "\n" + strings.Join(got, "\n")
		require.LessOrEqual(t, len(got), c.most, what)
		for _, table := range c.never {
			require.NotContains(t, strings.Join(got, "\n"), table, what)
		}
	}
}

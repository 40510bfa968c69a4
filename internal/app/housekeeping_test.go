package app

import (
	"bytes"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/internal/config"
	"mentionary/internal/store"
	"mentionary/internal/store/database"
	"mentionary/internal/store/people"
	"mentionary/internal/store/storetest"
)

// somebody signs in with a session of 30 days.
func somebody(t *testing.T, s *store.Store, token string, at time.Time) *store.User {
	t.Helper()
	hash := make([]byte, 32)
	copy(hash, token)
	u, err := s.People.SignIn(t.Context(), people.Identity{Issuer: "https://id.test", Subject: token, Name: token},
		people.NewSession{TokenHash: hash, Created: at, Expires: at.Add(30 * 24 * time.Hour)})
	require.NoError(t, err)
	return u
}

func TestWhatIsOverIsDeletedAndNothingElse(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	s := storetest.SQLite(t, database.WithClock(func() time.Time { return now }))
	dir := t.TempDir()
	p := &parts{store: s, log: slog.New(slog.DiscardHandler), cfg: &config.Config{DataDir: dir}}
	audio := map[string]time.Time{"episode-1-aa.mp3": now.Add(-4 * 24 * time.Hour), "episode-2-bb.mp3": now.Add(-2 * 24 * time.Hour)}
	require.NoError(t, os.Mkdir(p.cfg.AudioDir(), 0o700))
	for name, written := range audio {
		file := filepath.Join(p.cfg.AudioDir(), name)
		require.NoError(t, os.WriteFile(file, []byte("sound"), 0o600))
		require.NoError(t, os.Chtimes(file, written, written))
	}
	const day = 24 * time.Hour
	somebody(t, s, "idle", now.Add(-8*day))
	somebody(t, s, "busy", now.Add(-6*day))
	require.NoError(t, s.People.SaveEvents(t.Context(),
		[]people.NewEvent{{Type: "search", Visitor: "a", At: now.Add(-91 * day)}, {Type: "search", Visitor: "b", At: now.Add(-90 * day)}}))
	for _, at := range []time.Time{now.Add(-day), now} {
		_, err := s.People.DaySalt(t.Context(), at, "salt")
		require.NoError(t, err)
	}
	for range 2 {
		require.NoError(t, p.deleteOld(t.Context(), now))
		for token, there := range map[string]bool{"idle": false, "busy": true} {
			hash := make([]byte, 32)
			copy(hash, token)
			_, err := s.People.SessionByToken(t.Context(), hash, now)
			require.Equal(t, there, err == nil, token)
		}
		require.NoFileExists(t, filepath.Join(p.cfg.AudioDir(), "episode-1-aa.mp3"))
		require.FileExists(t, filepath.Join(p.cfg.AudioDir(), "episode-2-bb.mp3"))
		f, err := s.People.EventFigures(t.Context(), time.Time{})
		require.NoError(t, err)
		require.Equal(t, 1, f.Total)
		for at, want := range map[time.Time]string{now.Add(-day): "", now: "salt"} {
			got, err := s.Fact(t.Context(), "analytics.salt."+at.Format(time.DateOnly))
			require.NoError(t, err)
			require.Equal(t, want, got)
		}
	}
}

func TestTheFirstAdminIsOfferedOnceAndOnlyWhereThereIsNone(t *testing.T) {
	t.Parallel()
	s := storetest.SQLite(t)
	cfg := &config.Config{BaseURL: url.URL{Scheme: "https", Host: "mentions.example"}}
	offer := func() string {
		var out bytes.Buffer
		require.NoError(t, (&parts{store: s, cfg: cfg}).offerFirstAdmin(t.Context(), &out))
		return out.String()
	}
	require.Empty(t, offer(), "the development sign-in has a preset admin")
	cfg.OIDC.Issuer, cfg.Admin.Subject = url.URL{Scheme: "https", Host: "id.test"}, "me"
	require.Empty(t, offer(), "one is configured")
	cfg.Admin.Subject = ""
	require.Contains(t, offer(), "https://mentions.example/api/first-admin?token=")
	require.Empty(t, offer(), "it is shown once")
	fresh := storetest.SQLite(t)
	u := somebody(t, fresh, "ada", time.Now())
	require.NoError(t, fresh.People.EnsureRole(t.Context(), u.Issuer, u.Subject, "admin"))
	s = fresh
	require.Empty(t, offer(), "there is an admin")
}

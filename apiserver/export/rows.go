package export

import (
	"time"

	"mentionary/apiserver/convert"
	"mentionary/internal/media"
	"mentionary/internal/store"
	"mentionary/internal/store/jobs"
	"mentionary/internal/store/people"
	"mentionary/internal/transcript"
)

// What stands in an export. The names of fields are those of the API where it has the same thing.

func exportedAccount(u *store.User) any {
	return struct {
		ID          string    `json:"id"`
		Issuer      string    `json:"issuer"`
		Subject     string    `json:"subject"`
		Email       string    `json:"email"`
		FirstName   string    `json:"firstName"`
		LastName    string    `json:"lastName"`
		DisplayName string    `json:"displayName"`
		Picture     string    `json:"profileImageUrl"`
		Role        string    `json:"role"`
		Active      bool      `json:"isActive"`
		Published   bool      `json:"published"`
		Created     time.Time `json:"createdAt"`
	}{
		u.PublicID, u.Issuer, u.Subject, u.Email, u.FirstName, u.LastName, u.DisplayName, u.Picture, string(u.Role), u.IsActive,
		u.Published, u.CreatedAt,
	}
}

func exportedSession(r *store.Session) any {
	return struct {
		Agent    string    `json:"agent"`
		SignedIn time.Time `json:"signedInAt"`
		Seen     time.Time `json:"seenAt"`
		Expires  time.Time `json:"expiresAt"`
	}{r.Agent, r.SignedInAt, r.SeenAt, r.ExpiresAt}
}

func exportedToken(r *people.Token) any {
	return struct {
		Name    string     `json:"name"`
		Scopes  []string   `json:"scopes"`
		Created time.Time  `json:"createdAt"`
		Used    *time.Time `json:"usedAt"`
		Expires *time.Time `json:"expiresAt"`
		Revoked *time.Time `json:"revokedAt"`
	}{r.Name, r.Scopes, r.CreatedAt, r.UsedAt, r.ExpiresAt, r.RevokedAt}
}

// exportedFavorite names what was saved where it may still be seen.
func exportedFavorite(f people.FavoriteItem) any {
	out := struct {
		ItemType string    `json:"itemType"`
		ItemID   int       `json:"itemId"`
		Name     string    `json:"name"`
		VideoID  string    `json:"videoId,omitempty"`
		Type     string    `json:"type,omitempty"`
		Saved    time.Time `json:"savedAt"`
	}{ItemType: string(f.Favorite.ItemType), ItemID: f.Favorite.ItemID, Saved: f.Favorite.CreatedAt}
	if f.Episode != nil {
		out.Name, out.VideoID = f.Episode.Title, f.Episode.VideoID
	}
	if f.Entity != nil {
		out.Name, out.Type = f.Entity.Name, string(f.Entity.Type)
	}
	return out
}

func exportedFollow(r *store.Follow) any {
	out := struct {
		Channel string    `json:"channelId"`
		Name    string    `json:"name"`
		Since   time.Time `json:"since"`
	}{Since: r.CreatedAt}
	if c := r.Edges.Channel; c != nil {
		out.Channel, out.Name = c.PublicID, c.Name
	}
	return out
}

func exportedReport(r *people.Report) any {
	return struct {
		ItemType string     `json:"itemType"`
		ItemID   int        `json:"itemId"`
		Reason   string     `json:"reason"`
		Text     string     `json:"text"`
		State    string     `json:"state"`
		Created  time.Time  `json:"createdAt"`
		Closed   *time.Time `json:"closedAt"`
	}{string(r.ItemType), r.ItemID, r.Reason, r.Text, string(r.State), r.CreatedAt, r.ClosedAt}
}

func exportedJob(r *store.Job) any {
	return struct {
		ID        int             `json:"id"`
		Kind      string          `json:"type"`
		Input     string          `json:"input"`
		Title     string          `json:"title"`
		Selection media.Selection `json:"selection"`
		Uploads   []string        `json:"uploadIds"`
		State     string          `json:"state"`
		Error     string          `json:"error"`
		Created   time.Time       `json:"createdAt"`
		Finished  *time.Time      `json:"finishedAt"`
	}{r.ID, string(r.Kind), r.Input, r.Title, r.Selection, r.UploadIds, string(r.State), r.ErrorText, r.CreatedAt, r.FinishedAt}
}

// exportedBatch is a batch with its lines as they were given.
func exportedBatch(r *store.Batch) any {
	lines := make([]string, 0, len(r.Edges.Items))
	for _, line := range r.Edges.Items {
		lines = append(lines, line.Input)
	}
	return struct {
		ID        int             `json:"id"`
		Kind      string          `json:"kind"`
		Title     string          `json:"title"`
		Lines     []string        `json:"lines"`
		Selection media.Selection `json:"selection"`
		State     string          `json:"state"`
		Created   time.Time       `json:"createdAt"`
		Finished  *time.Time      `json:"finishedAt"`
	}{r.ID, string(r.Kind), r.Title, lines, r.Selection, string(r.State), r.CreatedAt, r.FinishedAt}
}

func exportedItem(r *store.JobItem) any {
	return struct {
		Job     int       `json:"jobId"`
		Title   string    `json:"title"`
		Ref     media.Ref `json:"ref"`
		State   string    `json:"state"`
		Error   string    `json:"error"`
		Updated time.Time `json:"updatedAt"`
	}{r.JobID, r.Title, r.Ref, string(r.State), r.ErrorText, r.UpdatedAt}
}

func exportedUpload(r *store.Upload) (any, error) {
	text, err := jobs.UploadTranscript(r)
	return struct {
		ID       string           `json:"uploadId"`
		FileName string           `json:"fileName"`
		Hash     string           `json:"sha256"`
		Size     int              `json:"size"`
		Format   string           `json:"format,omitempty"` // of audio; its bytes are not part of the export
		Language string           `json:"language"`
		Episode  media.Episode    `json:"episode"`
		Cues     []transcript.Cue `json:"cues"`
		Created  time.Time        `json:"createdAt"`
		Used     *time.Time       `json:"usedAt"`
	}{r.Key, r.FileName, r.ContentHash, r.Size, r.Format, r.Language, r.Episode, text.Cues, r.CreatedAt, r.UsedAt}, err
}

func exportedTranscript(r *store.Transcript) any {
	out := struct {
		VideoID  string           `json:"videoId"`
		Origin   string           `json:"origin"`
		Language string           `json:"language"`
		Cues     []transcript.Cue `json:"cues"`
		Created  time.Time        `json:"createdAt"`
	}{Origin: r.Origin, Language: r.Language, Cues: jobs.Cues(r).Cues, Created: r.CreatedAt}
	if e := r.Edges.Episode; e != nil {
		out.VideoID = e.VideoID
	}
	return out
}

func exportedEpisode(r *store.Episode) any {
	type chapter struct {
		Start float64 `json:"start"`
		Title string  `json:"title"`
	}
	out := struct {
		VideoID     string     `json:"videoId"`
		Title       string     `json:"title"`
		Description string     `json:"description"`
		Channel     string     `json:"channel"`
		Duration    int        `json:"duration"`
		Published   *time.Time `json:"publishedAt"`
		Chapters    []chapter  `json:"chapters"`
		Created     time.Time  `json:"createdAt"`
	}{
		VideoID: r.VideoID, Title: r.Title, Description: r.Description, Duration: r.Duration, Published: r.PublishedAt,
		Chapters: []chapter{}, Created: r.CreatedAt,
	}
	if c := r.Edges.Channel; c != nil {
		out.Channel = c.Name
	}
	for _, c := range r.Edges.Chapters {
		out.Chapters = append(out.Chapters, chapter{convert.Seconds(c.StartMs), c.Title})
	}
	return out
}

func exportedMention(e *store.Episode, r *store.Mention) any {
	out := struct {
		VideoID    string  `json:"videoId"`
		Type       string  `json:"type"`
		Name       string  `json:"name"`
		Surface    string  `json:"surface"`
		Quote      string  `json:"quote"`
		Start      float64 `json:"start"`
		Speaker    string  `json:"speaker"`
		Context    string  `json:"context"`
		Stance     string  `json:"stance"`
		Confidence float64 `json:"confidence"`
	}{
		VideoID: e.VideoID, Surface: r.Surface, Quote: r.Quote, Start: convert.Seconds(r.StartMs), Speaker: r.Speaker,
		Context: r.Context, Stance: r.Stance, Confidence: r.Confidence,
	}
	if n := r.Edges.Entity; n != nil {
		out.Type, out.Name = string(n.Type), n.Name
	}
	return out
}

package convert

import (
	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/mention"
	"mentionary/internal/store"
	"mentionary/internal/store/catalogue"
	"mentionary/internal/store/jobs"
	"mentionary/internal/store/publish"
	"mentionary/internal/transcript"
	"mentionary/internal/wording"
)

// Lengths of descriptions, in characters.
const (
	teaserDescription = 200 // what visitors read
	listDescription   = 500 // in lists; one episode carries all of it
)

// Teaser is all that visitors learn of an episode (DECISIONS.md, Answers), and where it is watched. Fields are
// listed one by one, so that a new field stays private until somebody adds it here.
func Teaser(e *store.Episode) *v1.Episode {
	return &v1.Episode{
		Id: Number(e.ID), VideoId: e.VideoID, Title: e.Title, Description: Optional(wording.Shorten(e.Description, teaserDescription)),
		ThumbnailUrl: Optional(e.ThumbnailURL), Duration: duration(e), ViewCount: e.ViewCount, PublishedAt: At(e.PublishedAt),
		Channel: episodeChannel(e.Edges.Channel), IsProcessed: e.IsProcessed, Counts: typeCounts(e.TypeCounts),
		Platform: e.Platform, PageUrl: Optional(e.PageURL), Visibility: string(e.Visibility),
		AnalyzedAt: At(e.ProcessedAt), GivenByReader: e.Given, Review: review(e),
	}
}

// ListedEpisode is an episode in a list: the teaser for visitors, a little more for those who are signed in.
func ListedEpisode(e *store.Episode, signedIn bool) *v1.Episode {
	out := Teaser(e)
	if !signedIn {
		return out
	}
	out.Description = Optional(wording.Shorten(e.Description, listDescription))
	out.MediaUrl, out.Language, out.HasTranscript = Optional(e.MediaURL), e.Language, e.TranscriptID != nil
	return out
}

// ListedEpisodes are the episodes of a list.
func ListedEpisodes(rows []*store.Episode, signedIn bool) []*v1.Episode {
	return All(rows, func(e *store.Episode) *v1.Episode { return ListedEpisode(e, signedIn) })
}

// WholeEpisode is the whole episode for those who are signed in.
func WholeEpisode(t catalogue.EpisodeText) *v1.Episode {
	out := withChapters(t.Episode)
	out.Description = Optional(t.Episode.Description)
	if t.Transcript != nil {
		out.GivenByReader = jobs.GivenByReader(t.Episode, transcript.Origin(t.Transcript.Origin))
		out.Transcript = Optional(transcript.Layout(jobs.Cues(t.Transcript).Cues).Text)
		out.Segments = segments(t.Transcript)
	}
	out.Entities = All(t.Entries, EpisodeEntity)
	return out
}

// withChapters is an episode as lists have it, with its chapters.
func withChapters(e *store.Episode) *v1.Episode {
	out := ListedEpisode(e, true)
	for _, c := range e.Edges.Chapters {
		out.Chapters = append(out.Chapters, &v1.Chapter{Start: Seconds(c.StartMs), Title: c.Title})
	}
	return out
}

// Transcript is an episode's transcript with the places of what it mentions.
func Transcript(t catalogue.EpisodeText, mentions []*store.Mention) *v1.GetTranscriptResponse {
	e := t.Episode
	out := &v1.GetTranscriptResponse{
		Title: e.Title, VideoId: e.VideoID, IsProcessed: e.IsProcessed, EpisodeId: Number(e.ID), PageUrl: Optional(e.PageURL),
		Platform: e.Platform, Entities: All(t.Entries, EpisodeEntity), Episode: withChapters(e),
	}
	if text := t.Transcript; text != nil {
		out.Transcript = Optional(transcript.Layout(jobs.Cues(text).Cues).Text)
		out.Segments, out.Marks, out.Origin, out.Language = segments(text), marks(text, mentions), text.Origin, text.Language
		out.GivenByReader = jobs.GivenByReader(e, transcript.Origin(text.Origin))
		out.HeardBy, out.MadeAt, out.TranscriptId = text.HeardBy, At(&text.CreatedAt), Number(text.ID)
	}
	out.Versions = All(t.Versions, func(v *store.Transcript) *v1.TranscriptVersion {
		return &v1.TranscriptVersion{
			Id: Number(v.ID), Origin: v.Origin, HeardBy: v.HeardBy, Language: v.Language, Words: Number(v.Words), MadeAt: At(&v.CreatedAt),
			Present: e.TranscriptID != nil && *e.TranscriptID == v.ID,
		}
	})
	return out
}

func duration(e *store.Episode) *int32 {
	if e.Duration <= 0 {
		return nil
	}
	d := Number(e.Duration)
	return &d
}

// typeCounts lists counts in the order of the types, without zeros.
func typeCounts(counts map[string]int) []*v1.TypeCount {
	var out []*v1.TypeCount
	for _, t := range mention.Types() {
		if n := counts[string(t)]; n > 0 {
			out = append(out, &v1.TypeCount{Type: string(t), Count: Number(n)})
		}
	}
	return out
}

// segments are the cues of a transcript with times; one without has none.
func segments(t *store.Transcript) []*v1.Segment {
	text := jobs.Cues(t)
	if !text.Timed() {
		return nil
	}
	out := make([]*v1.Segment, 0, len(text.Cues))
	for _, c := range text.Cues {
		out = append(out, &v1.Segment{Text: c.Text, Start: Seconds(c.StartMS), End: Seconds(c.EndMS), Speaker: c.Speaker})
	}
	return out
}

// review says how a private episode stands with moderators; empty when it is public.
func review(e *store.Episode) string {
	switch {
	case e.Visibility != "private":
		return ""
	case e.RefusedAt != nil:
		return "refused"
	default:
		return "waiting"
	}
}

// Unpublished is an episode that waits for a moderator.
func Unpublished(u publish.Unpublished) *v1.UnpublishedEpisode {
	out := &v1.UnpublishedEpisode{
		Episode: ListedEpisode(u.Episode, true), Sender: Submitter(u.Episode.Edges.Owner),
		Words: Number(u.Words), WaitingSince: At(u.Episode.ProcessedAt),
	}
	if u.For != nil {
		out.GivenTo = ListedEpisode(u.For, true)
	}
	return out
}

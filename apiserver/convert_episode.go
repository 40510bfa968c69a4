package apiserver

import (
	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/mention"
	"mentionary/internal/store"
	"mentionary/internal/store/catalogue"
	"mentionary/internal/store/jobs"
	"mentionary/internal/transcript"
)

// Lengths of descriptions, in characters.
const (
	teaserDescription = 200 // what visitors read
	listDescription   = 500 // in lists; one episode carries all of it
)

// teaserMessage is all that visitors learn of an episode (DECISIONS.md, Answers), and where it is watched. Fields are
// listed one by one, so that a new field stays private until somebody adds it here.
func (s *Server) teaserMessage(e *store.Episode) *v1.Episode {
	return &v1.Episode{
		Id: number(e.ID), VideoId: e.VideoID, Title: e.Title, Description: optional(cut(e.Description, teaserDescription)),
		ThumbnailUrl: optional(e.ThumbnailURL), Duration: duration(e), ViewCount: e.ViewCount, PublishedAt: at(e.PublishedAt),
		Channel: episodeChannel(e.Edges.Channel), IsProcessed: e.IsProcessed, Counts: typeCounts(e.TypeCounts),
		Platform: e.Platform, PageUrl: optional(e.PageURL), Visibility: string(e.Visibility),
		AnalyzedAt: at(e.ProcessedAt), GivenByReader: e.Given, Review: review(e),
	}
}

// listedEpisode is an episode in a list: the teaser for visitors, a little more for those who are signed in.
func (s *Server) listedEpisode(e *store.Episode, v viewer) *v1.Episode {
	out := s.teaserMessage(e)
	if !v.signedIn {
		return out
	}
	out.Description = optional(cut(e.Description, listDescription))
	out.MediaUrl, out.Language, out.HasTranscript = optional(e.MediaURL), e.Language, e.TranscriptID != nil
	return out
}

func (s *Server) listedEpisodes(rows []*store.Episode, v viewer) []*v1.Episode {
	out := make([]*v1.Episode, 0, len(rows))
	for _, e := range rows {
		out = append(out, s.listedEpisode(e, v))
	}
	return out
}

// episodeMessage is the whole episode for those who are signed in.
func (s *Server) episodeMessage(t catalogue.EpisodeText, entries []catalogue.EpisodeEntry, v viewer) *v1.Episode {
	out := s.listedEpisode(t.Episode, v)
	out.Description = optional(t.Episode.Description)
	for _, c := range t.Episode.Edges.Chapters {
		out.Chapters = append(out.Chapters, &v1.Chapter{Start: seconds(c.StartMs), Title: c.Title})
	}
	if t.Transcript != nil {
		out.GivenByReader = jobs.GivenByReader(t.Episode, transcript.Origin(t.Transcript.Origin))
		out.Transcript = optional(transcript.Layout(jobs.Cues(t.Transcript).Cues).Text)
		out.Segments = segments(t.Transcript)
	}
	for _, e := range entries {
		out.Entities = append(out.Entities, s.episodeEntity(e))
	}
	return out
}

func duration(e *store.Episode) *int32 {
	if e.Duration <= 0 {
		return nil
	}
	d := number(e.Duration)
	return &d
}

// typeCounts lists counts in the order of the types, without zeros.
func typeCounts(counts map[string]int) []*v1.TypeCount {
	var out []*v1.TypeCount
	for _, t := range mention.Types() {
		if n := counts[string(t)]; n > 0 {
			out = append(out, &v1.TypeCount{Type: string(t), Count: number(n)})
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
		out = append(out, &v1.Segment{Text: c.Text, Start: seconds(c.StartMS), End: seconds(c.EndMS), Speaker: c.Speaker})
	}
	return out
}

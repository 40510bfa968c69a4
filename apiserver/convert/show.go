package convert

import (
	"cmp"

	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/media"
	"mentionary/internal/showfinder"
	"mentionary/internal/source"
)

// Show is a show as a directory lists it. picture is the address of its cover on this server, "" for none.
func Show(s showfinder.Show, picture string) *v1.Show {
	out := &v1.Show{
		Title: s.Title, Author: s.Author, Kind: "podcast", Address: s.Address, LatestAt: At(&s.Latest), Directory: s.Directory,
		PictureUrl: Optional(picture),
	}
	if s.Kind == media.KindChannel {
		out.Kind = "channel"
	}
	if s.Episodes > 0 {
		out.EpisodeCount = new(Number(s.Episodes))
	}
	return out
}

// ListedShow is a page of a show's episodes at their source. analyzed has the public ids of our pages by the source's ids; listening tells
// whether an episode's audio would be listened to, in the words of the contract.
func ListedShow(page source.Page, analyzed map[string]string, listening func(media.Episode) string) *v1.ListShowEpisodesResponse {
	out := &v1.ListShowEpisodesResponse{Title: cmp.Or(page.Title, page.Channel.Name), NextPageToken: page.Next}
	for _, e := range page.Episodes {
		listed := &v1.ListedEpisode{
			Id: source.RefOf(e).ListedID(), Title: e.Title, PublishedAt: At(&e.PublishedAt), VideoId: Optional(analyzed[e.ExternalID]),
			Listening: listening(e),
		}
		if e.Duration > 0 {
			listed.Duration = new(Number(int(e.Duration.Seconds())))
		}
		if source.SiteOf(e.Platform).ListsTranscripts {
			listed.HasTranscript = new(len(e.Transcripts) > 0)
		}
		out.Episodes = append(out.Episodes, listed)
	}
	return out
}

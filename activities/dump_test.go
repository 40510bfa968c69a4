package activities_test

import (
	"fmt"
	"slices"

	"github.com/stretchr/testify/require"

	"mentionary/ent/db"
)

// dump is everything that the directory says, a line for each entity, name, link, mention and count, without ids and times: two
// directories of the same episodes are alike when their dumps are.
func (w *world) dump() []string {
	w.Helper()
	ro := w.s.Jobs.RO
	entities, err := ro.Entity.Query().WithAliases().WithLinks().All(w.Context())
	require.NoError(w, err)
	channels, err := ro.Channel.Query().All(w.Context())
	require.NoError(w, err)
	d := dumping{names: map[int]string{}, channels: map[int]string{}}
	for _, c := range channels {
		d.channels[c.ID] = c.Name
		d.add("channel %q: %d entities, %d mentions, %d episodes", c.Name, c.EntityCount, c.MentionCount, c.EpisodeCount)
	}
	first := map[int]string{}
	mentions, err := ro.Mention.Query().WithEpisode().All(w.Context())
	require.NoError(w, err)
	for _, m := range mentions {
		if at := fmt.Sprintf("%s:%07d", m.Edges.Episode.VideoID, m.Start); first[m.EntityID] == "" || at < first[m.EntityID] {
			first[m.EntityID] = at
		}
	}
	for _, e := range entities {
		d.names[e.ID] = fmt.Sprintf("%s %q (%s)", e.Type, e.Name, first[e.ID])
	}
	for _, e := range entities {
		d.entity(e)
	}
	for _, m := range mentions {
		d.add("mention of %s in %s at %d-%d: %q %q %s %s %.3f %d %v %v", d.names[m.EntityID], m.Edges.Episode.VideoID, m.Start, m.End, m.Surface,
			m.Quote, m.Context, m.Stance, m.Confidence, m.Telling, m.Claims, sorted(m.Signals))
	}
	lists, err := ro.EpisodeEntity.Query().WithEpisode().All(w.Context())
	require.NoError(w, err)
	for _, l := range lists {
		d.add("%s has %s %d times, first at %d, %v, %v", l.Edges.Episode.VideoID, d.names[l.EntityID], l.MentionCount, l.FirstMs,
			l.Participant, l.Claims)
	}
	counts, err := ro.ChannelEntity.Query().All(w.Context())
	require.NoError(w, err)
	for _, c := range counts {
		d.add("channel %q has %s %d times in %d", d.channels[c.ChannelID], d.names[c.EntityID], c.MentionCount, c.EpisodeCount)
	}
	episodes, err := ro.Episode.Query().All(w.Context())
	require.NoError(w, err)
	for _, e := range episodes {
		d.add("episode %s: %d entities, %d mentions, %v", e.VideoID, e.EntityCount, e.MentionCount, e.TypeCounts)
	}
	slices.Sort(d.lines)
	return d.lines
}

type dumping struct {
	lines    []string
	names    map[int]string // of entities
	channels map[int]string
}

func (d *dumping) add(format string, args ...any) {
	d.lines = append(d.lines, fmt.Sprintf(format, args...))
}

func (d *dumping) entity(e *db.Entity) {
	d.add("%s: %q %q %q %q %q %q %q, %d mentions in %d, %d recommend, %d talk, hidden %v", d.names[e.ID], e.Description, e.Author, e.Company,
		e.Country, e.Title, e.Field, e.Category, e.MentionCount, e.EpisodeCount, e.RecommenderCount, e.TalkedCount, e.Hidden)
	if e.MergedInto != nil {
		d.add("%s is part of %s", d.names[e.ID], d.names[*e.MergedInto])
	}
	for column, source := range e.Sources {
		if column == "match" {
			continue
		}
		var id int
		if n, _ := fmt.Sscanf(source, "claimed:%d", &id); n == 1 {
			source = "claimed by " + d.channels[id]
		}
		d.add("%s has %s from %s", d.names[e.ID], column, source)
	}
	for _, a := range e.Edges.Aliases {
		if a.Key != e.Key {
			d.add("%s is also %q (%s), confirmed %v", d.names[e.ID], a.Name, a.Key, a.Confirmed)
		}
	}
	for _, l := range e.Edges.Links {
		d.add("%s is at %s by %s of %q", d.names[e.ID], l.URL, l.Source, d.channels[l.ChannelID])
	}
}

func sorted[T ~string](words []T) []T {
	words = slices.Clone(words)
	slices.Sort(words)
	return words
}

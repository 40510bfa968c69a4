package publish

import (
	"context"
	"slices"

	"mentionary/ent/db"
	dbalias "mentionary/ent/db/alias"
	"mentionary/internal/match"
	"mentionary/internal/mention"
)

// vouchers are signals of somebody else than the ear: the creator wrote the name.
var vouchers = []mention.Signal{mention.SignalCreatorLink, mention.SignalShowNotes, mention.SignalParticipant}

// vouches reports whether a signal is one of them.
func vouches(s mention.Signal) bool { return slices.Contains(vouchers, s) }

// confirmNames confirms the learned names of an entity for which something else than likeness speaks, by everything that was said of it
// so far, so that it plays no part which episode came first.
func (p *publisher) confirmNames(ctx context.Context, e *db.Entity, names []*db.Alias, heard []*db.Mention) error {
	said := heardAs(e, heard)
	own := said.channels[e.Key]
	var confirmed []int
	for _, a := range names {
		if a.ChannelID != 0 && !a.Confirmed && (said.vouched(a.Key) || said.elsewhere(a.Key, own)) {
			confirmed = append(confirmed, a.ID)
		}
	}
	if len(confirmed) == 0 {
		return nil
	}
	return p.tx.Alias.Update().Where(dbalias.IDIn(confirmed...)).SetConfirmed(true).Exec(ctx)
}

// heardNames is where an entity was named by which key.
type heardNames struct {
	episodes map[string]map[int]bool
	channels map[string]map[int]bool
	written  map[int]bool // episodes whose creator names it in writing
}

func heardAs(e *db.Entity, heard []*db.Mention) heardNames {
	out := heardNames{episodes: map[string]map[int]bool{}, channels: map[string]map[int]bool{}, written: map[int]bool{}}
	for _, m := range heard {
		key := match.Key(e.Type, m.Surface)
		if out.episodes[key] == nil {
			out.episodes[key], out.channels[key] = map[int]bool{}, map[int]bool{}
		}
		out.episodes[key][m.EpisodeID] = true
		if c := m.Edges.Episode.ChannelID; c != nil {
			out.channels[key][*c] = true
		}
		if slices.ContainsFunc(m.Signals, vouches) {
			out.written[m.EpisodeID] = true
		}
	}
	return out
}

// vouched reports whether a name was said in an episode whose creator names the entity in writing: what sounds like it there means it.
func (h heardNames) vouched(key string) bool {
	for episode := range h.episodes[key] {
		if h.written[episode] {
			return true
		}
	}
	return false
}

// elsewhere reports whether a name was said in two channels that both know the entity by its own name.
func (h heardNames) elsewhere(key string, own map[int]bool) bool {
	n := 0
	for channel := range h.channels[key] {
		if own[channel] {
			n++
		}
	}
	return n >= 2
}

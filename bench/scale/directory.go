package main

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"mentionary/internal/match"
	"mentionary/internal/mention"
	"mentionary/internal/store/catalogue"
	"mentionary/internal/wording"
)

// said is that an episode names an entity once.
type said struct{ entity, episode int32 }

// directory is a made-up directory: the same for the same size.
type directory struct {
	size, episodes, channels int
	names                    *namer
	r                        *rand.Rand
	began                    time.Time
	types                    []mention.Type // by entity, from 1 on
	name                     []string
	channelOf                []int32 // by episode, from 1 on
	said                     []said  // by episode, then entity
	counts                   []counts
}

// counts are the counters of an entity.
type counts struct{ mentions, episodes, latest, recommenders int }

// hidden and merged say which entities nobody sees; those that were merged away are mentioned nowhere.
func hidden(entity int) bool { return entity%500 == 499 }
func merged(entity int) bool { return entity%100 == 99 && !hidden(entity) }

// recommends says which mentions recommend what they name.
func recommends(mention int) bool { return mention%20 == 0 }

func newDirectory(size int) *directory {
	r := rand.New(rand.NewPCG(42, 7)) //nolint:gosec // the same rows in every run
	d := &directory{
		size: size, episodes: max(3, size*3/100), channels: max(2, size/2000), names: newNamer(r), r: r,
		began: time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC), types: make([]mention.Type, size+1), name: make([]string, size+1),
		counts: make([]counts, size+1),
	}
	d.channelOf = make([]int32, d.episodes+1)
	for e := 1; e <= d.episodes; e++ {
		d.channelOf[e] = int32(1 + skew(r, d.channels, 1.5))
	}
	d.channelOf[1] = 1 // a few episodes alone might leave the channel empty that is asked for
	d.say()
	return d
}

// say spreads three mentions an entity over the episodes: one for each, two that prefer some, and a few for the first.
func (d *directory) say() {
	order := d.r.Perm(d.size)
	add := func(entity, episode int) {
		if !merged(entity) {
			d.said = append(d.said, said{int32(entity), int32(episode)})
		}
	}
	for i := 1; i <= d.size; i++ {
		add(i, 1+d.r.IntN(d.episodes))
	}
	for range 2 * d.size {
		add(1+order[skew(d.r, d.size, 2.2)], 1+d.r.IntN(d.episodes))
	}
	for i := range max(3, d.size/50) {
		add(1, 1+i%d.episodes)
	}
	for range min(300, d.size) {
		add(1+d.r.IntN(d.size), 1)
	}
	slices.SortFunc(d.said, func(a, b said) int { return cmp.Or(cmp.Compare(a.episode, b.episode), cmp.Compare(a.entity, b.entity)) })
}

// write hands all rows to a sink, table by table.
func (d *directory) write(to *sink) {
	d.writeNames(to)
	inChannel := d.writeEpisodes(to)
	d.writeChannels(to, inChannel)
	d.writeEntities(to)
}

// writeNames names the entities: no two of a type have the same key.
func (d *directory) writeNames(to *sink) {
	keys := map[string]bool{}
	blocks := to.table("blocks", "type", "key", "entity_id")
	aliases := to.table("alias", "type", "key", "name", "folded", "source", "channel_id", "confirmed", "created_at", "entity_id")
	links := to.table("links", "kind", "url", "source", "channel_id", "catalogue", "state", "decision", "created_at",
		"updated_at", "entity_id")
	for i := 1; i <= d.size; i++ {
		t := d.names.kind()
		if i == 1 {
			t = mention.Book
		}
		name := d.names.name(t)
		for keys[string(t)+match.Key(t, name)] {
			if name = d.names.name(t); d.r.IntN(4) == 0 {
				name += " " + capital(d.names.made(4, 7))
			}
		}
		keys[string(t)+match.Key(t, name)] = true
		d.types[i], d.name[i] = t, name
		for _, b := range match.Blocks(t, name) {
			blocks.add(string(t), b, i)
		}
		if i%20 == 0 {
			other := name + " " + capital(d.names.made(4, 6))
			aliases.add(string(t), match.Key(t, other), other, wording.Fold(other), "spelling 0.90", 0, false, d.began, i)
		}
		if i%8 == 0 {
			links.add("website", fmt.Sprintf("https://example.org/%s/%d", catalogue.Slug(name, 60), i), "claimed", 1, "", "valid", "none",
				d.began, d.began, i)
		}
	}
	blocks.end()
	aliases.end()
	links.end()
}

// writeEpisodes writes what the episodes say and counts it by channel and entity.
func (d *directory) writeEpisodes(to *sink) []map[int32]counts {
	mentions := to.table("mentions", "run_id", "transcript_id", "start", "end", "quote_start", "quote_end", "cue", "start_ms",
		"end_ms", "surface",
		"quote", "speaker", "context", "stance", "confidence", "telling", "entity_id", "episode_id")
	lists := to.table("episode_entities", "type", "mention_count", "first_ms", "participant", "entity_id", "episode_id")
	episodes := to.table("episodes", "platform", "external_id", "video_id", "visibility", "title", "folded", "description",
		"page_url", "duration",
		"view_count", "published_at", "language", "transcript_id", "given", "is_processed", "processed_at", "type_counts", "mention_count",
		"entity_count", "fetched_at", "created_at", "updated_at", "channel_id")
	transcripts := to.table("transcripts", "content_hash", "origin", "language", "words", "created_at", "episode_id")
	in := make([]map[int32]counts, d.channels+1)
	for i := range in {
		in[i] = map[int32]counts{}
	}
	type pair struct{ entity, channel int32 }
	recommended := map[pair]bool{}
	number := 0
	for all := d.said; len(all) > 0; {
		ep := all[0].episode
		n, _ := slices.BinarySearchFunc(all, ep+1, func(s said, ep int32) int { return cmp.Compare(s.episode, ep) })
		here := all[:n]
		all = all[n:]
		channel, types, entities, start := d.channelOf[ep], map[mention.Type]int{}, 0, 0
		for len(here) > 0 {
			e := here[0].entity
			k := 1
			for k < len(here) && here[k].entity == e {
				k++
			}
			here = here[k:]
			t, c := d.types[e], &d.counts[e]
			c.mentions, c.episodes, c.latest = c.mentions+k, c.episodes+1, max(c.latest, int(ep))
			if !hidden(int(e)) {
				types[t]++
				entities++
				of := in[channel][e]
				in[channel][e] = counts{mentions: of.mentions + k, episodes: of.episodes + 1}
			}
			lists.add(string(t), k, start*60, false, int(e), int(ep))
			context := t.CountedIn()
			for range k {
				number++
				start += 200
				stance := "passing"
				if recommends(number) {
					stance = "recommended"
					if by := (pair{e, channel}); t != mention.Sponsor && !recommended[by] {
						recommended[by] = true
						c.recommenders++
					}
				}
				quote := "And then we talked about " + d.name[e] + ", which " + d.names.word() + " " + d.names.word() + " again."
				mentions.add(int(ep), int(ep), start, start+len(d.name[e]), start, start+len(quote), start/100, start*60, start*60+900, d.name[e],
					quote, "", string(context), stance, 0.8, number%40, int(e), int(ep))
			}
		}
		at := d.began.Add(-time.Duration(d.episodes-int(ep)) * time.Hour)
		title := fmt.Sprintf("Episode %d: %s %s", ep, capital(d.names.word()), d.names.word())
		episodes.add("youtube", fmt.Sprintf("ext%d", ep), fmt.Sprintf("vid%d", ep), "public",
			title, wording.Fold(title),
			strings.Repeat("A talk about "+d.names.word()+" and "+d.names.word()+". ", 10),
			fmt.Sprintf("https://example.org/e/%d", ep), 3600, 1000.0,
			at, "en", int(ep), false, true, at, typeCounts(types), n, entities, at, at, at, int(channel))
		transcripts.add(fmt.Sprintf("hash%d", ep), "captions", "en", 9000, at, int(ep))
	}
	mentions.end()
	lists.end()
	episodes.end()
	transcripts.end()
	return in
}

func typeCounts(types map[mention.Type]int) string {
	var parts []string
	for _, t := range mention.Types() {
		if types[t] > 0 {
			parts = append(parts, fmt.Sprintf("%q:%d", t, types[t]))
		}
	}
	return "{" + strings.Join(parts, ",") + "}"
}

func (d *directory) writeChannels(to *sink, in []map[int32]counts) {
	channels := to.table("channels", "platform", "external_id", "public_id", "name", "folded", "sort_key", "description", "url",
		"author", "language",
		"episode_count", "entity_count", "mention_count", "type_counts", "latest_at", "created_at", "updated_at")
	lists := to.table("channel_entities", "type", "mention_count", "episode_count", "channel_id", "entity_id")
	episodes := make([]int, d.channels+1)
	for _, c := range d.channelOf[1:] {
		episodes[c]++
	}
	for c := 1; c <= d.channels; c++ {
		name := fmt.Sprintf("%s %s Show %d", capital(d.names.word()), capital(d.names.word()), c)
		sum, ids, types := 0, make([]int32, 0, len(in[c])), map[mention.Type]int{}
		for e := range in[c] {
			ids = append(ids, e)
		}
		slices.Sort(ids)
		for _, e := range ids {
			sum += in[c][e].mentions
			types[d.types[e]]++
			lists.add(string(d.types[e]), in[c][e].mentions, in[c][e].episodes, c, int(e))
		}
		channels.add("youtube", fmt.Sprintf("UC%d", c), fmt.Sprintf("channel%d", c), name, wording.Fold(name), match.SortKey(name), "A show.",
			fmt.Sprintf("https://example.org/c/%d", c), d.names.person(), "en", episodes[c], len(ids), sum, typeCounts(types),
			d.began, d.began, d.began)
	}
	channels.end()
	lists.end()
}

// conceptFields are those that half of the concepts have.
var conceptFields = []string{"Economics", "Cognitive psychology", "History", "Physics", "Software", "Law", "Nutrition"}

func (d *directory) writeEntities(to *sink) {
	entities := to.table("entities", "type", "key", "disambiguator", "name", "folded", "slug", "sort_key", "description",
		"author", "company", "country", "field", "topic",
		"mention_count", "episode_count", "latest_episode_id", "recommender_count", "talked_count", "merged_into", "hidden", "created_at",
		"updated_at")
	for i := 1; i <= d.size; i++ {
		var author, company, country, field, about string
		switch {
		case d.types[i] == mention.Book && i%2 == 0:
			author = d.names.person()
		case d.types[i] == mention.Person && i%4 == 0:
			company = capital(d.names.word()) + " " + capital(d.names.word())
		case d.types[i] == mention.Location:
			country = fmt.Sprintf("Country %d", i%150)
		case d.types[i] == mention.Concept && i%2 == 0:
			field = conceptFields[i/2%len(conceptFields)]
		}
		if i%3 == 0 {
			about = "About " + d.names.word() + " and " + d.names.word() + ", discussed in several episodes."
		}
		var into any
		if merged(i) {
			into = i - 1
		}
		c := d.counts[i]
		entities.add(string(d.types[i]), match.Key(d.types[i], d.name[i]), "", d.name[i], wording.Fold(d.name[i]),
			catalogue.Slug(d.name[i], 80), match.SortKey(d.name[i]),
			about, author, company, country, field, mention.TopicOf(field, ""),
			c.mentions, c.episodes, c.latest, c.recommenders, c.mentions, into, hidden(i), d.began, d.began)
	}
	entities.end()
}

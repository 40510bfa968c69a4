package main

import (
	"context"
	"errors"

	"mentionary/internal/mention"
	"mentionary/internal/store"
	"mentionary/internal/store/catalogue"
)

// call is one of the questions that everybody asks, with the yard-stick beside it: plain SQL for the same rows, in one statement and
// without anything that belongs to them.
type call struct {
	name string
	ask  func(ctx context.Context, s *store.Store) error
	// yard is understood by both databases.
	yard string
	// times is how many times as long as the yard-stick the call may take. A call takes three to six statements in a transaction,
	// and ent makes objects of the rows.
	times float64
}

// The conditions and columns of plain statements.
const (
	listed   = ` mention_count > 0 AND NOT hidden AND merged_into IS NULL`
	shown    = ` is_processed AND visibility = 'public'`
	byCount  = ` ORDER BY mention_count DESC, sort_key, id LIMIT `
	ofBooks  = `SELECT * FROM entities WHERE type = 'book' AND` + listed
	ofAll    = `SELECT * FROM entities WHERE` + listed
	episodes = `SELECT * FROM episodes WHERE` + shown
)

const few, many = 12, 100

// fewTimes is what most calls may take.
const fewTimes = 8

// deepPages is how many pages of many rows a deep page lies behind the first.
const deepPages = 30

// calls are the public lists. deep is the token of a page far behind the first.
func calls(deep string) []call {
	entities := func(f catalogue.EntityFilter) func(context.Context, *store.Store) error {
		return func(ctx context.Context, s *store.Store) error {
			page, err := s.Catalogue.Entities(ctx, f)
			return some(len(page.Entities), err)
		}
	}
	ofEpisodes := func(f catalogue.EpisodeFilter) func(context.Context, *store.Store) error {
		return func(ctx context.Context, s *store.Store) error {
			rows, _, err := s.Catalogue.Episodes(ctx, f)
			return some(len(rows), err)
		}
	}
	book, person, concept, visitor := string(mention.Book), string(mention.Person), string(mention.Concept), store.Viewer{}
	return []call{
		{"totals", func(ctx context.Context, s *store.Store) error {
			t, err := s.Catalogue.Totals(ctx)
			return some(t.Mentions, err)
		}, `SELECT * FROM entities WHERE id = 1`, fewTimes},
		{"12 books", entities(catalogue.EntityFilter{Type: book, Limit: few}), ofBooks + byCount + `13`, fewTimes},
		{"100 books", entities(catalogue.EntityFilter{Type: book, Limit: many}), ofBooks + byCount + `101`, fewTimes},
		{
			"12 books with episodes", entities(catalogue.EntityFilter{Type: book, Limit: few, WithEpisodes: true}),
			ofBooks + byCount + `13`, 3 * fewTimes,
		},
		{"12 of all types", entities(catalogue.EntityFilter{Limit: few}), ofAll + byCount + `13`, fewTimes},
		{
			"12 of all types in most episodes", entities(catalogue.EntityFilter{Limit: few, Sort: catalogue.SortEpisodes}),
			ofAll + byCount + `13`, 2 * fewTimes,
		},
		{
			"12 people by name", entities(catalogue.EntityFilter{Type: person, Limit: few, Sort: catalogue.SortName}),
			`SELECT * FROM entities WHERE type = 'person' AND` + listed + ` ORDER BY sort_key, id LIMIT 13`, fewTimes,
		},
		{
			"12 books by author", entities(catalogue.EntityFilter{Type: book, Limit: few, Sort: catalogue.SortAuthor}),
			ofBooks + byCount + `13`, fewTimes,
		},
		{
			"12 in most episodes", entities(catalogue.EntityFilter{Type: book, Limit: few, Sort: catalogue.SortEpisodes}),
			ofBooks + byCount + `13`, fewTimes,
		},
		{
			"12 latest people", entities(catalogue.EntityFilter{Type: person, Limit: few, Sort: catalogue.SortRecent}),
			ofBooks + byCount + `13`, fewTimes,
		},
		{
			"12 recommended books", entities(catalogue.EntityFilter{Type: book, Limit: few, Sort: catalogue.SortRecommended, Recommended: true}),
			ofBooks + byCount + `13`, fewTimes,
		},
		{
			"12 people talked about", entities(catalogue.EntityFilter{Type: person, Limit: few, Part: catalogue.PartTalked}),
			ofBooks + byCount + `13`, fewTimes,
		},
		{
			"12 concepts of a topic", entities(catalogue.EntityFilter{Type: concept, Limit: few, Sort: catalogue.SortName, Topic: "Economics"}),
			ofBooks + byCount + `13`, fewTimes,
		},
		{
			"12 concepts of no topic",
			entities(catalogue.EntityFilter{Type: concept, Limit: few, Sort: catalogue.SortName, Topic: mention.OtherTopic}),
			ofBooks + byCount + `13`, fewTimes,
		},
		{"12 books far behind", entities(catalogue.EntityFilter{Type: book, Limit: few, After: deep}), ofBooks + byCount + `13`, fewTimes},
		{
			"12 books of a channel", entities(catalogue.EntityFilter{Type: book, Channel: "channel1", Limit: few}),
			`SELECT * FROM channel_entities WHERE channel_id = 1 AND type = 'book' ORDER BY mention_count DESC LIMIT 13`, 2 * fewTimes,
		},
		{"12 books found", entities(catalogue.EntityFilter{Type: book, Limit: few, Search: "history"}), ofBooks + byCount + `13`, 3 * fewTimes},
		{"12 episodes", ofEpisodes(catalogue.EpisodeFilter{Limit: few}), episodes + ` ORDER BY processed_at DESC, id DESC LIMIT 13`, fewTimes},
		{
			"12 episodes by publication", ofEpisodes(catalogue.EpisodeFilter{Limit: few, Sort: catalogue.SortPublished}),
			episodes + ` ORDER BY published_at DESC, id DESC LIMIT 13`, fewTimes,
		},
		{
			"12 episodes with books", ofEpisodes(catalogue.EpisodeFilter{Limit: few, Type: book}),
			episodes + ` ORDER BY processed_at DESC, id DESC LIMIT 13`, fewTimes,
		},
		{
			"12 episodes of the first entity", ofEpisodes(catalogue.EpisodeFilter{Limit: few, EntityID: 1}),
			`SELECT * FROM episode_entities WHERE entity_id = 1 ORDER BY mention_count DESC LIMIT 13`, 2 * fewTimes,
		},
		{"channels", func(ctx context.Context, s *store.Store) error {
			rows, _, err := s.Catalogue.Channels(ctx, catalogue.ChannelFilter{Limit: few})
			return some(len(rows), err)
		}, `SELECT * FROM channels ORDER BY entity_count DESC, sort_key, id LIMIT 13`, 2 * fewTimes},
		{"a channel", func(ctx context.Context, s *store.Store) error {
			_, err := s.Catalogue.Channel(ctx, "channel1", visitor)
			return err
		}, `SELECT * FROM channels WHERE public_id = 'channel1'`, 2 * fewTimes},
		{
			"12 episodes of a channel", ofEpisodes(catalogue.EpisodeFilter{
				Channel: "channel1", Unprocessed: true, Sort: catalogue.SortPublished, Limit: few,
			}), `SELECT * FROM episodes WHERE channel_id = 1 AND visibility = 'public' ORDER BY published_at DESC LIMIT 13`, fewTimes,
		},
		{"12 entities of a channel", func(ctx context.Context, s *store.Store) error {
			rows, _, err := s.Catalogue.ChannelEntities(ctx, "channel1", "", visitor, few, 0)
			return some(len(rows), err)
		}, `SELECT * FROM channel_entities WHERE channel_id = 1 ORDER BY mention_count DESC LIMIT 13`, 2 * fewTimes},
		{"the first entity", func(ctx context.Context, s *store.Store) error {
			_, err := s.Catalogue.Entity(ctx, 1, visitor)
			return err
		}, `SELECT * FROM entities WHERE id = 1`, fewTimes},
		{"its 100 episodes", func(ctx context.Context, s *store.Store) error {
			rows, _, err := s.Catalogue.EntityEpisodes(ctx, 1, visitor, many, 0)
			return some(len(rows), err)
		}, `SELECT e.* FROM episode_entities l JOIN episodes e ON e.id = l.episode_id WHERE l.entity_id = 1 LIMIT 100`, fewTimes},
		{"its 50 mentions", func(ctx context.Context, s *store.Store) error {
			rows, _, err := s.Catalogue.EntityMentions(ctx, 1, catalogue.MentionFilter{Limit: 50, Public: true})
			return some(len(rows), err)
		}, `SELECT m.*, e.* FROM mentions m JOIN episodes e ON e.id = m.episode_id WHERE m.entity_id = 1 LIMIT 50`, 2 * fewTimes},
		{"its overview", func(ctx context.Context, s *store.Store) error {
			_, err := s.Catalogue.EntityOverview(ctx, 1, visitor)
			return err
		}, `SELECT ee.entity_id, COUNT(*) FROM (SELECT episode_id FROM episode_entities WHERE entity_id = 1 LIMIT 200) n
			JOIN episode_entities ee ON ee.episode_id = n.episode_id GROUP BY ee.entity_id LIMIT 10`, 2 * fewTimes},
		{"an episode", func(ctx context.Context, s *store.Store) error {
			_, err := s.Catalogue.Episode(ctx, "vid1", visitor)
			return err
		}, `SELECT * FROM episodes WHERE video_id = 'vid1'`, fewTimes},
		{"what an episode mentions", func(ctx context.Context, s *store.Store) error {
			rows, err := s.Catalogue.EpisodeEntities(ctx, "vid2", visitor)
			return some(len(rows), err)
		}, `SELECT e.* FROM episode_entities l JOIN entities e ON e.id = l.entity_id WHERE l.episode_id = 2`, fewTimes},
		{"figures of books", func(ctx context.Context, s *store.Store) error {
			t, err := s.Catalogue.TypeStats(ctx, mention.Book)
			return some(t.Total, err)
		}, `SELECT * FROM entities WHERE id = 1`, fewTimes},
	}
}

// errNothing is why a call measured nothing.
var errNothing = errors.New("nothing was found")

// some says that a call that found nothing measured nothing.
func some(found int, err error) error {
	if err == nil && found == 0 {
		return errNothing
	}
	return err
}

// deepToken walks to a page far behind the first.
func deepToken(ctx context.Context, s *store.Store) (token string, err error) {
	for range deepPages {
		page, err := s.Catalogue.Entities(ctx, catalogue.EntityFilter{Type: string(mention.Book), Limit: 1000, After: token})
		if err != nil || page.Next == "" {
			return token, err
		}
		token = page.Next
	}
	return token, nil
}

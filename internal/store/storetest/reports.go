package storetest

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	dbreport "mentionary/ent/db/report"
	dbruling "mentionary/ent/db/ruling"
	"mentionary/internal/fault"
	"mentionary/internal/mention"
	"mentionary/internal/store"
	"mentionary/internal/store/review"
	"mentionary/internal/transcript"
)

func (w *world) report(by *store.User, typ dbreport.ItemType, id int, reason string) *store.Report {
	w.Helper()
	r, err := w.s.Review.Report(w.ctx, review.NewReport{
		UserID: by.ID, Viewer: store.Viewer{UserID: by.ID}, Type: typ, ItemID: id, Reason: reason, Text: "see " + reason,
	})
	require.NoError(w, err)
	return r
}

func (w *world) reported() []review.Reported {
	w.Helper()
	list, total, err := w.s.Review.Reported(w.ctx, 0, 0)
	require.NoError(w, err)
	require.Len(w, list, total)
	return list
}

func reportSuite(t *testing.T, open Open) {
	t.Run("what most readers report stands first, and a person counts once", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		w.analyze(episode{id: "a", channel: "one", mentions: mentions(said(mention.Book, "Deep Work", 0), said(mention.Person, "Will", 100))})
		ann, bob := w.person("ann"), w.person("bob")
		book, ep := w.entity(mention.Book, "Deep Work").ID, w.episode("a", store.Viewer{}).ID
		w.report(ann, dbreport.ItemTypeEntity, book, "broken_link")
		first := w.report(ann, dbreport.ItemTypeEpisode, ep, "other")
		require.Equal(t, first.ID, w.report(ann, dbreport.ItemTypeEpisode, ep, "other").ID)
		require.Equal(t, first.ID, w.report(ann, dbreport.ItemTypeEpisode, ep, "wrong_thing").ID, "said anew")
		w.report(bob, dbreport.ItemTypeEpisode, ep, "other")
		list := w.reported()
		require.Len(t, list, 2)
		require.Equal(t, []any{dbreport.ItemTypeEpisode, ep, 2}, []any{list[0].Type, list[0].ItemID, list[0].Reporters})
		require.Equal(t, "Episode a", list[0].Episode.Title)
		require.Equal(t, []string{"ann", "wrong_thing", "bob"}, []string{
			list[0].Notes[0].ReporterName, list[0].Notes[0].Reason,
			list[0].Notes[1].ReporterName,
		})
		require.Equal(t, "Deep Work", list[1].Entity.Name)

		n, err := w.s.Review.AnswerReports(w.ctx, dbreport.ItemTypeEpisode, ep, dbreport.StateAccepted, moderator)
		require.NoError(t, err)
		require.Equal(t, 2, n)
		n, err = w.s.Review.AnswerReports(w.ctx, dbreport.ItemTypeEpisode, ep, dbreport.StateAccepted, moderator)
		require.NoError(t, err)
		require.Zero(t, n, "answering twice is the same as once")
		require.Len(t, w.reported(), 1)
		_, err = w.s.Review.AnswerReports(w.ctx, dbreport.ItemTypeEpisode, ep, dbreport.StateOpen, moderator)
		require.NoError(t, err)
		require.Len(t, w.reported(), 2, "the answer was taken back")
		_, err = w.s.Review.AnswerReports(w.ctx, dbreport.ItemTypeEpisode, ep, dbreport.StateRefused, moderator)
		require.NoError(t, err)
		w.report(ann, dbreport.ItemTypeEpisode, ep, "other")
		require.Equal(t, 1, w.reported()[1].Reporters, "said again, it is open again")
	})
	t.Run("deciding about a mention answers its reports, and undoing opens them", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		w.analyze(episode{id: "a", channel: "one", mentions: mentions(said(mention.Person, "Will", 100))})
		ann := w.person("ann")
		id := w.episodeMentions("a")[0]
		w.report(ann, dbreport.ItemTypeMention, id, "not_a_mention")
		list := w.reported()
		require.Equal(t, "We talked about Will for a while.", list[0].Mention.Quote)
		require.Equal(t, "Will", list[0].Entity.Name)
		ruling, err := w.s.Review.Decide(w.ctx, review.Decision{MentionID: id, Sentence: true, Decision: dbruling.DecisionWrong, By: moderator})
		require.NoError(t, err)
		require.Empty(t, w.reported())
		_, err = w.s.Review.Undo(w.ctx, ruling.ID, moderator)
		require.NoError(t, err)
		require.Len(t, w.reported(), 1)
		require.NotNil(t, w.reported()[0].Mention, "under its id")
	})
	t.Run("reports stay with mentions when the episode gets another transcript, by the time they are said at", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		at := func(name string, start, ms int) mention.Mention {
			m := said(mention.Person, name, start)
			m.StartMS, m.EndMS = ms, ms+2000
			return m
		}
		w.analyze(episode{id: "a", channel: "one", mentions: mentions(at("Will", 100, 5_000), at("Will", 300, 60_000), at("Will", 500, 300_000))})
		old := w.episodeMentions("a")
		require.Len(t, old, 3)
		ann := w.person("ann")
		for _, id := range old {
			w.report(ann, dbreport.ItemTypeMention, id, "not_a_mention")
		}
		run, _ := w.again(episode{id: "a"})
		text, err := w.s.Jobs.SaveTranscript(w.ctx, run, transcript.Transcript{
			Origin: transcript.Speech, Language: "en", Cues: []transcript.Cue{{EndMS: 9, Text: "Heard by a better server."}},
		})
		require.NoError(t, err)
		// One more is heard before, the second is heard where the first was, and the third not at all.
		w.publish(run, text, mentions(at("Will", 100, 1_000), at("Will", 300, 6_500), at("Will", 520, 58_000)))
		ep, err := w.s.Catalogue.Episode(w.ctx, "a", store.Viewer{Moderator: true})
		require.NoError(t, err)
		now := map[int]int{}
		rows, err := w.s.Catalogue.TranscriptMentions(w.ctx, ep.ID, text)
		require.NoError(t, err)
		for _, m := range rows {
			now[m.ID] = m.StartMs
		}
		require.Len(t, now, 3)
		require.Equal(t, [2]int{6_500, 58_000}, [2]int{now[old[0]], now[old[1]]}, "each is the nearest in time")
		require.NotContains(t, now, old[2])
		reported := 0
		for _, r := range w.reported() {
			if r.Mention != nil {
				reported++
			}
		}
		require.Equal(t, 2, reported, "about mentions that are there")
		w.publish(run, text, mentions(at("Will", 100, 1_000), at("Will", 300, 6_500), at("Will", 520, 58_000)))
		again, err := w.s.Catalogue.TranscriptMentions(w.ctx, ep.ID, text)
		require.NoError(t, err)
		require.Equal(t, len(rows), len(again), "published twice is the same as once")
	})
	t.Run("nobody reports what they may not see, or more than their share", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		ann, bob := w.person("ann"), w.person("bob")
		w.analyze(episode{id: "own", channel: "mine", upload: true, by: ann, mentions: mentions(said(mention.Person, "Will", 0))})
		private := w.privateEpisode(ann)
		in := review.NewReport{
			UserID: bob.ID, Viewer: store.Viewer{UserID: bob.ID}, Type: dbreport.ItemTypeEpisode, ItemID: private, Reason: "other",
		}
		_, err := w.s.Review.Report(w.ctx, in)
		require.True(t, fault.Is(err, fault.NotFound))
		in.Type, in.ItemID = dbreport.ItemTypeEntity, 424242
		_, err = w.s.Review.Report(w.ctx, in)
		require.True(t, fault.Is(err, fault.NotFound))

		var many []mention.Mention
		for i := range review.ReportsPerDay + 1 {
			many = append(many, said(mention.Concept, fmt.Sprintf("Idea%s", strings.Repeat("x", i)), i*100))
		}
		w.analyze(episode{id: "a", channel: "one", mentions: many})
		ids := w.episodeMentions("a")
		for _, id := range ids[:review.ReportsPerDay] {
			w.report(bob, dbreport.ItemTypeMention, id, "wrong_type")
		}
		in.Type, in.ItemID = dbreport.ItemTypeMention, ids[review.ReportsPerDay]
		_, err = w.s.Review.Report(w.ctx, in)
		require.True(t, fault.Is(err, fault.RateLimited))
		require.Positive(t, fault.Of(err).RetryAfter)
		w.report(bob, dbreport.ItemTypeMention, ids[0], "wrong_thing") // is no further one
		w.clock.pass(24 * time.Hour)
		_, err = w.s.Review.Report(w.ctx, in)
		require.NoError(t, err)
	})
}

func glossarySuite(t *testing.T, open Open) {
	t.Run("lines are kept by channel and words, and obeyed", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		bad := mentions(said(mention.Product, "Cow Newport", 0), said(mention.Person, "Will", 100))
		w.analyze(episode{id: "a", channel: "one", mentions: bad})
		channel := *w.episode("a", store.Viewer{}).ChannelID
		lines := []review.Line{{Heard: "cow newport", Meant: "Cal Newport", MeantType: mention.Person}, {Heard: "Will", Blocked: true}}
		for range 2 {
			rows, err := w.s.Review.AddLines(w.ctx, channel, lines, moderator)
			require.NoError(t, err)
			require.Len(t, rows, 2)
		}
		run, text := w.again(episode{id: "a"})
		w.publish(run, text, bad)
		w.entity(mention.Person, "Cal Newport")
		require.Equal(t, 1, w.episode("a", store.Viewer{}).EntityCount)

		all, total, err := w.s.Review.Glossary(w.ctx, review.GlossaryFilter{ChannelID: channel, Search: "NEWPORT"})
		require.NoError(t, err)
		require.Equal(t, 1, total)
		require.Equal(t, "one", all[0].Edges.Channel.Name)
		edited, err := w.s.Review.EditLine(w.ctx, all[0].ID,
			review.Line{Heard: "Will", Meant: "Will Smith", MeantType: mention.Person}, moderator)
		require.NoError(t, err)
		require.Equal(t, "Will Smith", edited.Meant)
		all, total, err = w.s.Review.Glossary(w.ctx, review.GlossaryFilter{})
		require.NoError(t, err)
		require.Equal(t, 1, total, "one line about the same words")
		for range 2 {
			require.NoError(t, w.s.Review.DeleteLine(w.ctx, all[0].ID, moderator))
		}
		taught, err := w.s.Publish.Taught(w.ctx, &channel)
		require.NoError(t, err)
		require.Empty(t, taught)
	})
	t.Run("sponsors stand apart", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		ad := said(mention.Sponsor, "Quillford", 0)
		ad.Context = mention.Ad
		e := episode{id: "a", channel: "one", mentions: mentions(ad, said(mention.Company, "Quillford", 200))}
		w.analyze(e)
		channel := *w.episode("a", store.Viewer{}).ChannelID
		_, err := w.s.Review.AddLines(w.ctx, channel, []review.Line{{Heard: "Quillford", Blocked: true}}, moderator)
		require.NoError(t, err)
		run, text := w.again(e)
		w.publish(run, text, e.mentions)
		w.entity(mention.Sponsor, "Quillford")
		require.Equal(t, 1, w.episode("a", store.Viewer{}).EntityCount)
	})
	t.Run("lines that say nothing are refused", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		w.analyze(episode{id: "a", channel: "one", mentions: mentions(said(mention.Person, "Will", 0))})
		channel := *w.episode("a", store.Viewer{}).ChannelID
		for _, l := range []review.Line{{Heard: "…", Blocked: true}, {Heard: "a name"}, {Heard: "a name", Meant: "!!", MeantType: mention.Book}} {
			_, err := w.s.Review.AddLines(w.ctx, channel, []review.Line{l}, moderator)
			require.True(t, fault.Is(err, fault.BadInput), "%v", l)
		}
		_, err := w.s.Review.AddLines(w.ctx, 424242, []review.Line{{Heard: "x", Blocked: true}}, moderator)
		require.True(t, fault.Is(err, fault.NotFound))
	})
}

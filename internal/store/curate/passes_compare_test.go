package curate_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/ent/db"
	dbentity "mentionary/ent/db/entity"
	dbresult "mentionary/ent/db/passresult"
	"mentionary/internal/extract"
	"mentionary/internal/link"
	"mentionary/internal/match"
	"mentionary/internal/media"
	"mentionary/internal/mention"
	"mentionary/internal/store"
	"mentionary/internal/store/catalogue"
	"mentionary/internal/store/curate"
	"mentionary/internal/store/database"
	"mentionary/internal/store/jobs"
	"mentionary/internal/store/publish"
	"mentionary/internal/store/storetest"
	"mentionary/internal/transcript"
	"mentionary/internal/work"
)

// onBoth runs a test on both databases.
func onBoth(t *testing.T, test func(t *testing.T, open storetest.Open)) {
	t.Helper()
	for name, open := range map[string]storetest.Open{"SQLite": storetest.SQLite, "PostgreSQL": storetest.Postgres} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, open)
		})
	}
}

// directory is a made-up directory, the same for the same seed, in which much is alike: people and books misspelled, called the same, with
// each other's names, with the same or with different articles, told apart, merged and hidden.
type directory struct {
	*testing.T
	s *store.Store
	r *rand.Rand
}

func newDirectory(t *testing.T, open storetest.Open, seed uint64) *directory {
	t.Helper()
	d := &directory{T: t, s: open(t), r: rand.New(rand.NewPCG(seed, 3))}
	for e := range 4 {
		var list []mention.Mention
		for i := range 40 {
			list = append(list, d.said(mention.Person, d.person(), 200*i), d.said(mention.Book, d.title(), 200*i+100))
		}
		d.publish(fmt.Sprint("episode ", e), list)
	}
	d.mess()
	return d
}

func (d *directory) oneOf(words ...string) string { return words[d.r.IntN(len(words))] }

func (d *directory) person() string {
	return d.oneOf("Bryan", "Brian", "Trevor", "Trebor", "Ann", "Anne", "Ryan", "Odile") + " " +
		d.oneOf("Cant", "Cand", "Schult", "Scholt", "Lin", "Lyn", "Mor", "Varg") + d.oneOf("rell", "rill", "z", "s", "den", "don", "er")
}

func (d *directory) title() string {
	return d.oneOf("The Deep", "Deep", "A Great", "Great") + " " + d.oneOf("Work", "Works", "Life", "Lives", "Garden") +
		d.oneOf("", "", " Again", ": A Story", " 2", " 3")
}

func (d *directory) said(typ mention.Type, name string, at int) mention.Mention {
	m := mention.Mention{
		Candidate: mention.Candidate{
			Type: typ, Name: name, Surface: name, Quote: name, Context: mention.Editorial, Stance: mention.Passing,
		},
		Start: at, End: at + len(name), QuoteStart: at, QuoteEnd: at + len(name), StartMS: at * 10, EndMS: at*10 + 100, Confidence: .8,
	}
	if d.r.IntN(3) == 0 {
		m.Claims.Author, m.Claims.Company = d.oneOf("", "Robert Cialdini", "Gloria Swanson"), d.oneOf("", "Acme", "Eppo")
	}
	return m
}

func (d *directory) publish(id string, list []mention.Mention) {
	d.Helper()
	ctx := d.Context()
	ref := media.Ref{Platform: media.YouTube, Kind: media.KindVideo, ExternalID: id}
	j, _, err := d.s.Jobs.CreateJob(ctx, jobs.NewJob{Kind: media.KindVideo, Input: id, Ref: ref})
	require.NoError(d, err)
	_, err = d.s.Jobs.AddItems(ctx, j.ID, []jobs.NewItem{{Ref: ref, Title: id}}, "", "", true)
	require.NoError(d, err)
	next, err := d.s.Jobs.NextItems(ctx, j.ID, 1)
	require.NoError(d, err)
	want, err := d.s.Jobs.WantEpisode(ctx, j.ID, next.Start[0], extract.Recipe{Extractor: "offline"})
	require.NoError(d, err)
	require.NoError(d, d.s.Jobs.SaveEpisode(ctx, want.Run.RunID, media.Episode{
		Platform: media.YouTube, ExternalID: id, Title: id,
		Channel: media.Channel{Platform: media.YouTube, ExternalID: id, Name: id},
	}))
	text, err := d.s.Jobs.SaveTranscript(ctx, want.Run.RunID, transcript.Transcript{
		Origin: transcript.Captions, Cues: []transcript.Cue{{Text: id}},
	})
	require.NoError(d, err)
	require.NoError(d, d.s.Jobs.SetStep(ctx, want.Run.RunID, work.StageExtract, jobs.StepProgress{State: work.StepDone}))
	_, err = d.s.Publish.Publish(ctx, publish.PublishInput{RunID: want.Run.RunID, TranscriptID: text, Mentions: list})
	require.NoError(d, err)
}

// mess makes entities alike in all the ways that passes judge.
func (d *directory) mess() {
	d.Helper()
	ctx, by := d.Context(), store.Actor{PublicID: "mo"}
	for _, typ := range []mention.Type{mention.Person, mention.Book} {
		list, err := d.s.RO.Entity.Query().Where(catalogue.Listed, dbentity.TypeEQ(typ)).Order(dbentity.ByID()).All(ctx)
		require.NoError(d, err)
		require.Greater(d, len(list), 20)
		some := func() *store.Entity { return list[d.r.IntN(len(list))] }
		for i := range 8 {
			a, b := some(), some()
			if a.ID == b.ID {
				continue
			}
			article := fmt.Sprintf("https://en.wikipedia.org/wiki/%s_%d", typ, i)
			require.NoError(d, d.s.Catalogue.AddLinks(ctx, a.ID, []catalogue.NewLink{{URL: article, Trust: link.Catalogue}}))
			require.NoError(d, d.s.Catalogue.AddLinks(ctx, b.ID, []catalogue.NewLink{{
				URL: article, Trust: []link.Trust{link.Catalogue, link.Catalogue, link.Claimed}[d.r.IntN(3)],
			}}))
		}
		require.NoError(d, d.s.Curate.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			for i := range 12 {
				if err := d.rename(ctx, tx, some(), some(), i); err != nil {
					return err
				}
			}
			return tx.Entity.UpdateOneID(some().ID).SetHidden(true).Exec(ctx)
		}))
		for range 10 { // what cannot be done, such as what was merged or hidden before, is left out
			_ = d.s.Curate.MarkDistinct(ctx, some().ID, some().ID, by)
			_, _ = d.s.Curate.Merge(ctx, curate.NewMerge{SurvivorID: some().ID, MergedIDs: []int{some().ID}, By: by})
			_ = d.s.Curate.MarkDistinct(ctx, some().ID, some().ID, by)
		}
	}
}

// rename gives an entity the name of another one: as an alias, or as its own, told apart or not.
func (d *directory) rename(ctx context.Context, tx *db.Tx, e, as *store.Entity, n int) error {
	if e.ID == as.ID {
		return nil
	}
	for _, key := range match.Blocks(e.Type, as.Name) {
		if err := tx.Block.Create().SetEntityID(e.ID).SetType(e.Type).SetKey(key).OnConflictColumns("entity_id", "key").Ignore().
			Exec(ctx); err != nil {
			return err
		}
	}
	if n%3 > 0 {
		return tx.Entity.UpdateOneID(e.ID).SetName(as.Name).SetKey(as.Key).SetDisambiguator(fmt.Sprint("other ", n)).Exec(ctx)
	}
	return tx.Alias.Create().SetEntityID(e.ID).SetType(e.Type).SetKey(as.Key).SetName(as.Name).SetSource("spelling 0.90").
		SetCreatedAt(d.s.Now()).OnConflictColumns("entity_id", "key").Ignore().Exec(ctx)
}

// pass runs a pass and returns what it came to: what it says of each entity, and what every entity is part of.
func (d *directory) pass(in curate.NewPass, run func(passID int) error) (outcomes map[int]string, merged map[int]int, p *curate.Pass) {
	d.Helper()
	ctx := d.Context()
	in.Kind = work.PassDuplicates
	ref, err := d.s.Curate.StartPass(ctx, in)
	require.NoError(d, err)
	require.NoError(d, run(ref.PassID))
	outcomes, merged = map[int]string{}, map[int]int{}
	rows, err := d.s.RO.PassResult.Query().Where(dbresult.PassID(ref.PassID)).All(ctx)
	require.NoError(d, err)
	for _, r := range rows {
		outcomes[r.EntityID] = fmt.Sprint(r.Outcome, r.Detail)
	}
	entities, err := d.s.RO.Entity.Query().Where(dbentity.MergedIntoNotNil()).All(ctx)
	require.NoError(d, err)
	for _, e := range entities {
		merged[e.ID] = *e.MergedInto
	}
	_, err = d.s.Curate.FinishPass(ctx, ref.PassID, work.PassDone, "")
	require.NoError(d, err)
	p, err = d.s.Curate.PassByID(ctx, ref.PassID)
	require.NoError(d, err)
	require.Equal(d, p.Total, p.Done)
	return outcomes, merged, p
}

func TestComparingInMemoryComesToWhatComparingOneByOneDoes(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, open storetest.Open) {
		seen := map[string]int{}
		for seed := range uint64(3) {
			memory, oneByOne := newDirectory(t, open, seed), newDirectory(t, open, seed)
			for _, in := range []curate.NewPass{
				{Type: "person", Limit: 30},
				{Type: "person", All: true},
				{Type: "book", All: true},
				{Type: "book", Limit: 1000},
				{Type: "person", Limit: 1000},
				{Type: "book", All: true},
			} {
				outcomes, merged, p := memory.pass(in, func(id int) error {
					for more := true; more; {
						var err error
						if more, err = memory.s.Curate.PassDuplicates(t.Context(), id, 50); err != nil {
							return err
						}
					}
					return nil
				})
				former, formerMerged, formerP := oneByOne.pass(in, func(id int) error {
					return oneByOne.s.Curate.PassDuplicatesOneByOne(t.Context(), id)
				})
				require.Equal(t, former, outcomes, "seed %d, %+v", seed, in)
				require.Equal(t, formerMerged, merged, "seed %d, %+v", seed, in)
				require.Equal(t, formerP.Total, p.Total)
				for _, o := range outcomes {
					seen[o[:6]]++
				}
			}
		}
		require.Greater(t, seen["merged"], 20, "%v", seen)
		require.Greater(t, seen["review"], 100, "%v", seen)
		require.Greater(t, seen["apartm"], 20, "%v", seen)
	})
}

func TestAPassOverAWholeTypeGoesOnWhereItEnded(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, open storetest.Open) {
		d := newDirectory(t, open, 1)
		ref, err := d.s.Curate.StartPass(t.Context(), curate.NewPass{Kind: work.PassDuplicates, Type: "person", All: true})
		require.NoError(t, err)
		more, err := d.s.Curate.PassDuplicates(t.Context(), ref.PassID, 10)
		require.NoError(t, err)
		require.True(t, more)
		p, err := d.s.Curate.PassByID(t.Context(), ref.PassID)
		require.NoError(t, err)
		require.Equal(t, 10, p.Done)
		require.Greater(t, p.Total, 10)
		gone, cancel := context.WithCancel(t.Context())
		cancel()
		_, err = d.s.Curate.PassDuplicates(gone, ref.PassID, 1000)
		require.ErrorIs(t, err, context.Canceled)
		more, err = d.s.Curate.PassDuplicates(t.Context(), ref.PassID, 1000)
		require.NoError(t, err)
		require.False(t, more)
		_, err = d.s.Curate.CancelPass(t.Context(), ref.PassID, database.Actor{PublicID: "mo"})
		require.NoError(t, err)
		_, err = d.s.Curate.PassDuplicates(t.Context(), ref.PassID, 1000)
		require.ErrorContains(t, err, "ended")
	})
}

package storetest

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	dbruling "mentionary/ent/db/ruling"
	"mentionary/internal/fault"
	"mentionary/internal/lookup"
	"mentionary/internal/mention"
	"mentionary/internal/store/catalogue"
	"mentionary/internal/store/curate"
	"mentionary/internal/store/review"
)

// curationPropertySuite does to entities at random what moderators may do, and in the end takes all of it back.
func curationPropertySuite(t *testing.T, open Open) {
	t.Run("taking everything back restores every row, whatever was done", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		ids := crowd(w)
		w.companies()
		w.aliases(ids)
		w.linkEditions(ids)
		before := w.mergeTables()
		rapid.Check(t, func(r *rapid.T) {
			m := &curationModel{w: w, r: r, ids: ids}
			for range rapid.IntRange(1, 7).Draw(r, "steps") {
				m.step()
			}
			w.checkCounters()
			for len(m.done) > 0 {
				m.undo(len(m.done) - 1)
			}
			require.Empty(r, difference(before, w.mergeTables()))
		})
	})
}

// difference lists the lines that only one of two dumps has.
func difference(before, after []string) []string {
	var out []string
	for _, line := range before {
		if !slices.Contains(after, line) {
			out = append(out, "- "+line)
		}
	}
	for _, line := range after {
		if !slices.Contains(before, line) {
			out = append(out, "+ "+line)
		}
	}
	return out
}

// companies adds companies that have the names of two products, one of them with a twin that is told apart.
func (w *world) companies() {
	w.Helper()
	for i, name := range []string{"Hedge Cutter", "Soil Tester", "Garden Shears Inc"} {
		m := said(mention.Company, name, 3000)
		m.Claims.Country = fmt.Sprint("Country ", i)
		m.URL = "https://tools.example/0"
		w.analyze(episode{id: fmt.Sprint("firm", i), channel: "channel 1", mentions: mentions(m, said(mention.Product, "Lawn Wizard", 9),
			doubtful(mention.Product, "Hedge Cutter", 5000), doubtful(mention.Product, "Garden Shears", 6000))})
	}
}

// aliases gives products further names, one of which is said in an episode.
func (w *world) aliases(ids []int) {
	w.Helper()
	for i, id := range ids {
		c, err := w.s.Curate.Edit(w.ctx, curate.Edit{ID: id, Name: fmt.Sprintf("The Real %d", i), By: moderator})
		require.NoError(w, err)
		_, err = w.s.Curate.Edit(w.ctx, curate.Edit{ID: id, Name: c.Change.Before["name"], By: moderator})
		require.NoError(w, err)
	}
}

// linkEditions makes three entities editions of one work. That the crowd is no books does not matter to what is taken back.
func (w *world) linkEditions(ids []int) {
	w.Helper()
	list, err := w.s.Catalogue.Entities(w.ctx, catalogue.EntityFilter{Type: string(mention.Product), Limit: 100})
	require.NoError(w, err)
	for _, e := range list.Entities {
		if i := slices.Index(ids[:3], e.ID); i >= 0 {
			w.lookUp(e, lookup.Wikidata, editionOf("Q1", lookup.Edition{Title: e.Name, Language: []string{"en", "de", "it"}[i], Original: i == 0}))
		}
	}
}

// curationModel remembers what stands.
type curationModel struct {
	w    *world
	r    *rapid.T
	ids  []int
	done []func() error // how to take back what was done, the last at the end
}

func (m *curationModel) step() {
	if len(m.done) > 0 && rapid.IntRange(0, 3).Draw(m.r, "undo") == 0 {
		m.undo(rapid.IntRange(0, len(m.done)-1).Draw(m.r, "which"))
		return
	}
	id := rapid.SampledFrom(m.ids).Draw(m.r, "entity")
	other := rapid.SampledFrom(m.ids).Draw(m.r, "other")
	what := []string{"merge", "merge many", "edit", "hide", "retype", "split", "links", "editions", "decide"}
	switch rapid.SampledFrom(what).Draw(m.r, "what") {
	case "merge":
		got, err := m.w.s.Curate.Merge(m.w.ctx, curate.NewMerge{SurvivorID: id, MergedIDs: []int{other}, By: moderator})
		m.keep(err, func() error { _, err := m.w.s.Curate.UndoMerge(m.w.ctx, got.Merge.ID, moderator); return err })
	case "merge many":
		got, err := m.w.s.Curate.Merge(m.w.ctx, curate.NewMerge{SurvivorID: id, MergedIDs: m.several(), By: moderator})
		m.keep(err, func() error { _, err := m.w.s.Curate.UndoMerge(m.w.ctx, got.Number, moderator); return err })
	case "edit":
		m.change(m.w.s.Curate.Edit(m.w.ctx, m.edit(id)))
	case "hide":
		m.change(m.w.s.Curate.Hide(m.w.ctx, id, moderator))
	case "retype":
		to := rapid.SampledFrom([]mention.Type{mention.Company, mention.Sponsor, mention.Book, mention.Product}).Draw(m.r, "to")
		m.change(m.w.s.Curate.Retype(m.w.ctx, id, to, moderator))
	case "split":
		m.change(m.w.s.Curate.Split(m.w.ctx, m.split(id, other)))
	case "links":
		m.change(m.w.s.Curate.DecideLink(m.w.ctx, m.link(id)))
	case "editions":
		m.change(m.w.s.Curate.DecideEdition(m.w.ctx, curate.DecideEdition{
			EntityID: id, Catalogue: lookup.Wikidata, Work: "Q1", By: moderator,
			Decision: rapid.SampledFrom([]curate.EditionDecision{curate.EditionRemove, curate.EditionKeep}).Draw(m.r, "edition"),
		}))
	case "decide":
		said := m.w.mentionIDs(id)
		if len(said) == 0 {
			return
		}
		got, err := m.w.s.Review.Decide(m.w.ctx, review.Decision{
			MentionID: rapid.SampledFrom(said).Draw(m.r, "mention"), Sentence: rapid.Bool().Draw(m.r, "sentence"), By: moderator,
			Decision: rapid.SampledFrom([]review.Verdict{
				dbruling.DecisionRight, dbruling.DecisionWrong, dbruling.DecisionEntity, dbruling.DecisionType,
			}).Draw(m.r, "decision"), TargetID: other,
			Type: rapid.SampledFrom([]mention.Type{mention.Company, mention.Book, mention.Concept}).Draw(m.r, "of type"),
		})
		m.keep(err, func() error { _, err := m.w.s.Review.Undo(m.w.ctx, got.ID, moderator); return err })
	}
}

// several are two to four entities.
func (m *curationModel) several() []int {
	return someOf(m.r, m.ids, 2, 4)
}

// someOf draws that many different ones of all. It never gives a sequence up: what was done before would be left standing.
func someOf(r *rapid.T, all []int, least, most int) []int {
	return rapid.Permutation(all).Draw(r, "some of")[:rapid.IntRange(least, most).Draw(r, "how many")]
}

func (m *curationModel) edit(id int) curate.Edit {
	in := curate.Edit{ID: id, By: moderator, Facts: map[string]string{}}
	if rapid.Bool().Draw(m.r, "rename") {
		in.Name = rapid.SampledFrom([]string{"Leaf Sucker", "garden shears", "Hedge Trimmer"}).Draw(m.r, "name")
	}
	in.Facts["company"] = rapid.SampledFrom([]string{"", "Acme", "Maker 1"}).Draw(m.r, "company")
	in.Facts["description"] = rapid.SampledFrom([]string{"", "Cuts."}).Draw(m.r, "description")
	if rapid.Bool().Draw(m.r, "lock") {
		locks := rapid.SliceOfN(rapid.SampledFrom([]string{"company", "author", "links"}), 0, 3).Draw(m.r, "locks")
		in.Locks = &locks
	}
	return in
}

func (m *curationModel) split(id, into int) curate.Split {
	in := curate.Split{ID: id, By: moderator}
	names, err := m.w.s.Curate.Names(m.w.ctx, id)
	require.NoError(m.r, err)
	for _, n := range names[1:] {
		if rapid.Bool().Draw(m.r, "take "+n.Name) {
			in.Names = append(in.Names, n.Name)
		}
	}
	for _, place := range m.w.mentionIDs(id) {
		if rapid.IntRange(0, 3).Draw(m.r, "take a mention") == 0 {
			in.Mentions = append(in.Mentions, place)
		}
	}
	if rapid.Bool().Draw(m.r, "into another") {
		in.IntoID = into
	} else {
		in.NewName = rapid.SampledFrom([]string{"", "Brand New", "Garden Shears", "Hedge Cutter"}).Draw(m.r, "new name")
	}
	return in
}

func (m *curationModel) link(id int) curate.DecideLink {
	return curate.DecideLink{
		EntityID: id, By: moderator, URL: fmt.Sprintf("https://tools.example/%d", rapid.IntRange(0, 1).Draw(m.r, "url")),
		NewURL: rapid.SampledFrom([]string{"https://tools.example/1", "https://new.example/"}).Draw(m.r, "new url"),
		Decision: rapid.SampledFrom([]curate.LinkDecision{
			curate.LinkAdd, curate.LinkFix, curate.LinkRemove, curate.LinkIgnore, curate.LinkKeep,
		}).Draw(m.r, "decision"),
	}
}

func (m *curationModel) change(c curate.Changed, err error) {
	m.keep(err, func() error { _, err := m.w.s.Curate.UndoChange(m.w.ctx, c.Change.ID, moderator); return err })
}

// keep remembers how to take back what was done. What is refused must say why, and change nothing.
func (m *curationModel) keep(err error, undo func() error) {
	if err == nil {
		m.done = append(m.done, undo)
		return
	}
	require.True(m.r, fault.Is(err, fault.BadInput) || fault.Is(err, fault.Conflict) || fault.Is(err, fault.NotFound), "%v", err)
}

// undo takes one thing back, or is told that something later stands in the way; the last one never hears that.
func (m *curationModel) undo(i int) {
	err := m.done[i]()
	if err != nil && i < len(m.done)-1 {
		require.True(m.r, fault.Is(err, fault.Conflict), "%v", err)
		return
	}
	require.NoError(m.r, err)
	m.done = append(m.done[:i:i], m.done[i+1:]...)
}

// mentionIDs are the numbers of an entity's mentions.
func (w *world) mentionIDs(entityID int) []int {
	w.Helper()
	list, _, err := w.s.Catalogue.EntityMentions(w.ctx, entityID, mentionFilterOfModerators())
	require.NoError(w, err)
	var out []int
	for _, m := range list {
		out = append(out, m.ID)
	}
	return out
}

package curate

import (
	"context"
	"fmt"
	"slices"

	"mentionary/ent/db"
	dbepisodeentity "mentionary/ent/db/episodeentity"
	"mentionary/internal/match"
	"mentionary/internal/store/catalogue"
	"mentionary/internal/store/database"
	"mentionary/internal/store/publish"
)

// FieldChange is a column of the survivor that a merge fills or leaves.
type FieldChange struct {
	Field  string
	Kept   string // what the survivor says, empty when it says nothing
	Merged string // what the merged entity says
	Filled bool   // the survivor takes it over
}

// MergePreview says what a merge would change.
type MergePreview struct {
	Survivor                             *db.Entity // with links and aliases
	Mentions, Episodes, Links, Favorites int        // that move, of all together
	Parts                                []PartPreview
}

// PartPreview says what a merge would change because of one of those that become part of the survivor, in their order.
type PartPreview struct {
	Merged                               *db.Entity // with links and aliases
	Mentions, Episodes, Links, Favorites int        // that move
	Aliases                              []string
	Fields                               []FieldChange
	Confidence                           float64 // that it is the same as the survivor, 0 to 1
	Reasons                              []string
	Warnings                             []string
}

// PreviewMerge says what Merge would change, and changes nothing. It fails where Merge would.
func (s *Store) PreviewMerge(ctx context.Context, survivorID int, mergedIDs []int) (MergePreview, error) {
	ids, err := NewMerge{MergedIDs: mergedIDs}.merged()
	if err != nil {
		return MergePreview{}, err
	}
	return database.Read(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (MergePreview, error) {
		var out MergePreview
		grown := pair{} // the survivor with what those before gave it
		for i, merged := range ids {
			p, err := mergePair(ctx, tx, survivorID, merged)
			if err != nil {
				return MergePreview{}, err
			}
			if i == 0 {
				out.Survivor, grown.survivor = p.survivor, growing(p.survivor)
			}
			grown.merged = p.merged
			part := PartPreview{Merged: p.merged, Aliases: grown.newNames(), Fields: grown.fieldChanges()}
			if err := s.countMoves(ctx, tx, append(slices.Clone(ids[:i]), survivorID), &part); err != nil {
				return MergePreview{}, err
			}
			if err := s.judge(ctx, tx, p, ids, &part); err != nil {
				return MergePreview{}, err
			}
			grown.grow(part)
			out.Mentions, out.Links, out.Favorites = out.Mentions+part.Mentions, out.Links+part.Links, out.Favorites+part.Favorites
			out.Parts = append(out.Parts, part)
		}
		out.Episodes, err = database.QueryRow[int](ctx, s.DB, tx,
			`SELECT COUNT(DISTINCT episode_id) FROM episode_entities WHERE entity_id IN `+database.In(ids))
		return out, err
	})
}

// countMoves counts what of an entity moves to those that are one by then.
func (s *Store) countMoves(ctx context.Context, tx *db.Tx, to []int, out *PartPreview) error {
	for _, t := range mergeTables() {
		ids, err := s.movable(ctx, tx, t, out.Merged.ID, to...)
		if err != nil {
			return err
		}
		switch t.name {
		case tableMentions:
			out.Mentions = len(ids)
		case tableLinks:
			out.Links = len(ids)
		case tableFavorites:
			out.Favorites = len(ids)
		}
	}
	var err error
	out.Episodes, err = tx.EpisodeEntity.Query().Where(dbepisodeentity.EntityID(out.Merged.ID)).Count(ctx)
	return err
}

// growing is a copy of an entity that names and facts can be added to.
func growing(e *db.Entity) *db.Entity {
	out := *e
	out.Edges.Aliases = slices.Clone(e.Edges.Aliases)
	return &out
}

// grow gives the survivor what merging has given it, for what is merged next.
func (p pair) grow(part PartPreview) {
	e := p.survivor
	e.Edges.Aliases = append(e.Edges.Aliases, &db.Alias{Key: p.merged.Key, Name: p.merged.Name})
	e.Edges.Aliases = append(e.Edges.Aliases, p.merged.Edges.Aliases...)
	columns := catalogue.FactColumns()
	for _, f := range part.Fields {
		i := slices.IndexFunc(columns, func(c catalogue.FactColumn) bool { return c.Name == f.Field })
		if f.Filled {
			*columns[i].Of(e) = f.Merged
		}
	}
}

// judge says what speaks for and against merging a pair, and others with it.
func (s *Store) judge(ctx context.Context, tx *db.Tx, p pair, with []int, out *PartPreview) error {
	sim := p.similarity()
	out.Confidence = sim.Score
	if sim.Score >= match.ThresholdReview {
		out.Reasons = reasonTexts(sim.Reasons)
	} else {
		out.Warnings = reasonTexts(sim.Reasons)
	}
	distinct, err := distinctFrom(ctx, tx, p.merged.ID)
	if err != nil {
		return err
	}
	if distinct[p.survivor.ID] {
		out.Warnings = append(out.Warnings, "Somebody marked these two as not the same. Merging removes that mark.")
	}
	if slices.ContainsFunc(with, func(id int) bool { return distinct[id] }) {
		out.Warnings = append(out.Warnings, "Somebody marked it as not the same as another one that you merge.")
	}
	if p.survivor.Disambiguator != p.merged.Disambiguator {
		out.Warnings = append(out.Warnings, "They were told apart when they were first mentioned. Look at what each one says.")
	}
	together, err := s.listedTogether(ctx, tx, p.ids())
	if err != nil {
		return err
	}
	if n := len(together); n > 0 {
		out.Warnings = append(out.Warnings, fmt.Sprintf("Both are mentioned in %s.", publish.Counted(n, "episode", "episodes")))
	}
	if p.merged.MentionCount > p.survivor.MentionCount {
		out.Warnings = append(out.Warnings, fmt.Sprintf("“%s” has more mentions than “%s”. You may want it the other way around.",
			p.merged.Name, p.survivor.Name))
	}
	return nil
}

func (p pair) similarity() match.Similarity {
	return namesOf(p.survivor).Compare(namesOf(p.merged))
}

// newNames are the names that the survivor would get.
func (p pair) newNames() []string {
	known := []string{p.survivor.Key}
	for _, a := range p.survivor.Edges.Aliases {
		known = append(known, a.Key)
	}
	var out []string
	add := func(key, name string) {
		if !slices.Contains(known, key) {
			known, out = append(known, key), append(out, name)
		}
	}
	add(p.merged.Key, p.merged.Name)
	for _, a := range p.merged.Edges.Aliases {
		add(a.Key, a.Name)
	}
	return out
}

// fieldChanges are the columns that the merged entity says something about.
func (p pair) fieldChanges() []FieldChange {
	var out []FieldChange
	for _, c := range catalogue.FactColumns() {
		kept, merged := *c.Of(p.survivor), *c.Of(p.merged)
		if merged == "" {
			continue
		}
		out = append(out, FieldChange{
			Field: c.Name, Kept: kept, Merged: merged,
			Filled: kept == "" && !slices.Contains(p.survivor.Locks, c.Name),
		})
	}
	return out
}

func reasonTexts(reasons []match.Reason) []string {
	out := make([]string, 0, len(reasons))
	for _, r := range reasons {
		out = append(out, r.Text)
	}
	return out
}

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
	Survivor, Merged                     *db.Entity // with links and aliases
	Mentions, Episodes, Links, Favorites int        // that move
	Aliases                              []string
	Fields                               []FieldChange
	Confidence                           float64 // that they are the same, 0 to 1
	Reasons                              []string
	Warnings                             []string
}

// PreviewMerge says what Merge would change, and changes nothing. It fails where Merge would.
func (s *Store) PreviewMerge(ctx context.Context, survivorID, mergedID int) (MergePreview, error) {
	return database.Read(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (MergePreview, error) {
		p, err := mergePair(ctx, tx, survivorID, mergedID)
		if err != nil {
			return MergePreview{}, err
		}
		out := MergePreview{Survivor: p.survivor, Merged: p.merged, Aliases: p.newNames(), Fields: p.fieldChanges()}
		for _, t := range mergeTables() {
			ids, err := s.movable(ctx, tx, t, mergedID, survivorID)
			if err != nil {
				return MergePreview{}, err
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
		out.Episodes, err = tx.EpisodeEntity.Query().Where(dbepisodeentity.EntityID(mergedID)).Count(ctx)
		if err != nil {
			return MergePreview{}, err
		}
		err = s.judge(ctx, tx, p, &out)
		return out, err
	})
}

// judge says what speaks for and against a merge.
func (s *Store) judge(ctx context.Context, tx *db.Tx, p pair, out *MergePreview) error {
	sim := p.similarity()
	out.Confidence = sim.Score
	if sim.Score >= match.ThresholdReview {
		out.Reasons = reasonTexts(sim.Reasons)
	} else {
		out.Warnings = reasonTexts(sim.Reasons)
	}
	distinct, err := distinctFrom(ctx, tx, p.survivor.ID)
	if err != nil {
		return err
	}
	if distinct[p.merged.ID] {
		out.Warnings = append(out.Warnings, "Somebody marked these two as not the same. Merging removes that mark.")
	}
	if p.survivor.Disambiguator != p.merged.Disambiguator {
		out.Warnings = append(out.Warnings, "They were told apart when they were first mentioned. Look at what each one says.")
	}
	together, err := s.listedTogether(ctx, tx, p.survivor.ID, p.merged.ID)
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

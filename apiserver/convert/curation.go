package convert

import (
	"slices"

	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/link/check"
	"mentionary/internal/store/curate"
)

// Merge is a merge without who made it: the audit log tells that to those who may know.
func Merge(m curate.Merged) *v1.Merge {
	out := &v1.Merge{
		Id: Number(m.Number), Type: string(m.Merge.Type), SurvivorId: Number(m.Merge.SurvivorID), SurvivorName: m.SurvivorName,
		Reasons: m.Reasons, Automatic: m.Merge.Actor == "", CreatedAt: At(&m.Merge.CreatedAt), UndoneAt: At(m.Merge.UndoneAt),
		CanUndo: m.CanUndo, Merged: All(m.Parts, mergedEntity),
	}
	if first := out.GetMerged(); len(first) > 0 {
		out.MergedId, out.MergedName = first[0].GetId(), first[0].GetName()
	}
	return out
}

func mergedEntity(p curate.MergedPart) *v1.MergedEntity {
	return &v1.MergedEntity{Id: Number(p.ID), Name: p.Name}
}

// MergePreview is what a merge would do: in all, and because of each that becomes part of the survivor.
func MergePreview(p curate.MergePreview) *v1.PreviewMergeResponse {
	out := &v1.PreviewMergeResponse{
		Survivor: Entity(p.Survivor), MentionsMoved: Number(p.Mentions), EpisodesMoved: Number(p.Episodes), LinksMoved: Number(p.Links),
		FavoritesMoved: Number(p.Favorites), Parts: All(p.Parts, mergePreviewPart),
	}
	for i, part := range out.GetParts() {
		if i == 0 || part.GetConfidence() < out.GetConfidence() {
			out.Confidence = part.GetConfidence()
		}
		out.AliasesAdded = append(out.AliasesAdded, part.GetAliasesAdded()...)
		out.Fields = append(out.Fields, part.GetFields()...)
		out.Reasons = addNew(out.Reasons, part.GetReasons())
		out.Warnings = addNew(out.Warnings, part.GetWarnings())
	}
	out.Merged = out.GetParts()[0].GetMerged()
	return out
}

// addNew adds those sentences that are not among the others yet.
func addNew(have, more []string) []string {
	for _, sentence := range more {
		if !slices.Contains(have, sentence) {
			have = append(have, sentence)
		}
	}
	return have
}

func mergePreviewPart(p curate.PartPreview) *v1.MergePreviewPart {
	out := &v1.MergePreviewPart{
		Merged: Entity(p.Merged), MentionsMoved: Number(p.Mentions), EpisodesMoved: Number(p.Episodes), LinksMoved: Number(p.Links),
		FavoritesMoved: Number(p.Favorites), AliasesAdded: p.Aliases, Reasons: p.Reasons, Warnings: p.Warnings, Confidence: p.Confidence,
	}
	for _, f := range p.Fields {
		out.Fields = append(out.Fields, &v1.FieldChange{Field: f.Field, Kept: f.Kept, Merged: f.Merged, Filled: f.Filled})
	}
	return out
}

// Similar is an entity that may be the same as another one.
func Similar(x curate.SimilarEntity) *v1.SimilarEntity {
	out := &v1.SimilarEntity{Entity: Entity(x.Entity), MatchType: x.MatchType, Similarity: x.Score, Confidence: x.Confidence}
	for _, reason := range x.Reasons {
		out.Reasons = append(out.Reasons, reason.Text)
	}
	return out
}

// Validation sorts the links of an entity by what their checks said.
func Validation(e curate.CheckedEntity) *v1.ValidationResult {
	out := &v1.ValidationResult{Entity: Entity(e.Entity)}
	for _, l := range e.Links {
		verdict := &v1.LinkVerdict{Kind: l.Kind, Url: l.URL, Reason: reasonSentence(l.Reason), CheckedAt: At(l.CheckedAt)}
		switch check.State(l.State) {
		case check.Valid:
			out.ValidLinks = append(out.ValidLinks, verdict)
		case check.Broken:
			out.InvalidLinks = append(out.InvalidLinks, verdict)
		default:
			out.UnknownLinks = append(out.UnknownLinks, verdict)
		}
	}
	if judged := len(out.ValidLinks) + len(out.InvalidLinks); judged > 0 {
		out.Confidence = float64(len(out.ValidLinks)) / float64(judged)
	}
	return out
}

// reasonSentence is why a check said what it said, for people.
func reasonSentence(reason string) string {
	if reason == "" {
		return "Not checked yet."
	}
	if sentence := check.Reason(reason).Sentence(); sentence != "" {
		return sentence
	}
	return reason
}

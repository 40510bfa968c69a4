// Package eval measures what a reader sees: which mentions are published of annotated episodes, under which type, at which
// words, and how sure the product says it is. It is behind `mentionary eval`.
//
// It owns: the sets of episodes and their gold (the twelve of our own in gold/episodes, and those of a folder with measuring
// data), the figures, their comparison, and the fitting of the weights of matching. It does not own the import that it measures
// (app starts an instance and hands in the database that came of it) or any rule that decides what is published.
//
// # Sets and cues
//
// No figure is measured with the cue its gold was made from. Every set is imported into a database of its own:
//
//   - own: our twelve episodes, exhaustively marked. Nobody fits anything to them.
//   - conversations, and conversations in lower case: spoken documents of GUM, annotated by its authors. Nothing is trained on
//     them (extract/tagger/train lists what is).
//   - transcripts: real episodes without their show notes. Recall of what show notes list is measured here and only here.
//   - archive: the same episodes with their show notes as descriptions, as an archive of a channel has them. Lists, links and
//     learned names are measured here; recall of show notes is not.
//
// The labeled pairs of matching are measured with the product's weights, which were fitted on some of them; what those would be
// worth on names never seen says the cross-validation (Fit), which leaves one set out each time.
package eval

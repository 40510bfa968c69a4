// Package match decides whether a name said in an episode is an entity that the directory knows already.
//
// It owns: normal keys and sort keys, blocking keys, the comparison of two subjects, the decision to attach, review
// or create, what tells a new entity from others of its key (Disambiguator), whether two known entities are one
// (DecideDuplicate), and which of a whole type are worth comparing (Sharing). It is pure: no database, no network, no
// clock; the same arguments give the same decision. It does not own how candidates are loaded or decisions stored
// (store), where names are found in text (extract) or links (link).
//
// # Phases
//
//  1. Block. The store looks up Key(type, name) among names and aliases, and Blocks(type, name) in its index of blocks.
//     Two names that may be the same share at least one of at most eight blocks. Candidates are of the subject's type:
//     types are never merged.
//  2. Refuse. What separates two subjects whatever their names: a "not the same" pair, different ids in a scheme that
//     gives one id to one thing (wikidata, wikipedia of one language), books by different authors, places in different
//     countries, Jr and Sr, the same product name with different numbers.
//  3. Prove. A shared authority id, then the same normal key, then the key of an alias.
//  4. Weigh. Everything else gets sub-scores (Features), which a logistic model per family of types turns into a
//     probability. Support (the channel mentioned it before, it was mentioned together with others of this episode) is
//     multiplied by how far the names fit: it decides between readings of a name and never creates one.
//  5. Decide. From ThresholdAttach on, and ahead of the next candidate, attach; from ThresholdReview on, review;
//     otherwise create. What is only alike is not attached while something speaks against it that likeness cannot weigh
//     (doubt.go): it goes to review. The same name with claims that disagree, or a given name that many people have, goes to review
//     unless something supports it.
//
// Ties go to what proves more (authority, exact, alias, the rest), then the higher score, more support, more mentions,
// the lower id. Two candidates that are equally good are never chosen between: that is a review.
//
// # Worked examples
//
// Each line is a case of TestDecideWorkedExamples.
//
//	"Trebor Scholz" known, "Trevor Schultz" heard:   review; attached (heard) when the channel knows him
//	"Bryan Cantrill" known, "Brian Cantrell" heard:  review; attached when the channel knows him
//	both of them known, "Brian Cantrell" heard:      attached (exact) to the second
//	"Eppo" known, "Eco" heard:                       created; in review when channel and company speak for it
//	"DEC is Dead, Long Live DEC" known, with its subtitle heard: attached (similar)
//	the same title by another author:                created
//	the same, "deck is dead long live deck" heard: attached (heard)
//	"Google" known in the channel, "Google Fonts" heard: review
//	"SPARCstation 1" known, "SPARCstation 2" heard:  created, whatever supports it
//	"Sentry" known, "Sentry.io" heard:               review; attached with the same website, or known in channel and company
//	"Acme GmbH" known, "ACME" heard:                 attached (exact)
//	Paris in France known, Paris in the USA heard:   created
//	two people called "John Smith" known:            the one with support; review when both or neither have it
package match

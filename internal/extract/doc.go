// Package extract is the port from text to candidates, and the proof that every candidate must pass.
//
// It owns: the Extractor interface, locating quotes (proof or drop), consolidating candidates to mentions, the catalogue pass
// over known names, what the words around all places of a name say it is, who a first name means, who was misheard, what is no name
// (the show's own, codes of paid reads), which names of towns stand where towns do, the lists of names that tell it (data/), whether a
// machine wrote a text, how far the second voice (extract/tagger) is heeded, paid reads, and confidence. It does not own any particular
// extractor (extract/offline, extract/llm), the text layout (transcript) or disambiguation (match).
package extract

// Package tagger is a second opinion on names: a linear-chain conditional random field of our own that reads a sentence
// and says, word by word, how likely it belongs to the name of a person, a company, a place, a product, a work, an idea
// or something else.
//
// It owns: the features of a word, the file format of the weights, and inference (forward-backward) over one sentence.
// Training is a command beside it (extract/tagger/train). It does not decide what is published: package extract
// weighs its opinion with everything else that is known (extract.Voice).
package tagger

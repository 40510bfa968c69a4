// Package fault holds the kinds of failure the product knows and the sentences people read about them.
//
// It owns: the kind (for machines: status codes, retry rules, the stored error class), the sentence (for people: what
// happened and what to do), the field it concerns and the delay a source asked for. It does not own: transport codes
// (apiserver), retry policies (workflows) or logging.
package fault

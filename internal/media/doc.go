// Package media holds the vocabulary for what is analyzed: platforms, channels, episodes, and the inputs people submit.
//
// It owns pure values. It does not own how they are fetched (source), stored (store) or shown (apiserver).
package media

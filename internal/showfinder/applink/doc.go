// Package applink tells which feed, and which of its episodes, a link of a podcast app stands for: Apple Podcasts, Overcast, Pocket
// Casts, Spotify.
//
// It owns how such links are read. It does not own feeds (source/feed, which asks it) or directories (showfinder).
package applink

// Package rereading reads earlier episodes again with what later ones taught, so that the same episodes give the same directory in
// whichever order they come.
//
// It owns what is news (a name that the directory knows since, or no more; a thing that others may mean), which episodes that touches,
// the list of a pass, and that entities go which nobody says any more. How an episode is published again is publish's; when a pass
// begins is the engine's.
package rereading

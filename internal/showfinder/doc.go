// Package showfinder finds shows by their names: it asks podcast directories and the video site for podcasts and channels, and
// makes one list of what they answer.
//
// It owns the port of a directory, politeness towards directories, what is kept of their answers and how answers are merged. It
// does not own how a single directory is asked (itunes, podcastindex, youtubesearch) or how a show's episodes are listed (source).
package showfinder

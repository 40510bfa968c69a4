// Package podcastindex asks the Podcast Index, an open directory of podcasts, which wants a key.
package podcastindex

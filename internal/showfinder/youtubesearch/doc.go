// Package youtubesearch makes a directory of the video site: channels by their names, asked through the Data API of its source.
package youtubesearch

// Package source is the port to where episodes and transcripts come from.
//
// It owns the Source interface, the port of sources that bring sound (AudioBringer), the recognition of
// addresses people type (Recognize), what each source declares about itself (Site: one file for each, one list)
// and what sources share when they read answers: the XML caps (CheckXML), addresses, chapters and clock times in
// plain text; and what a selection takes of a listing (Selected). It does not own any provider (source/feed,
// source/youtube, source/ytdlp, source/upload) or HTTP (outbound). "Asked, and there was nothing" is an answer
// (an empty page, false), never a fault.
package source

// Package source is the port to where episodes and transcripts come from.
//
// It owns the Source interface and the recognition of addresses people type (Recognise). It does not own any provider
// (source/feed, source/youtube, source/ytdlp, source/upload) or HTTP (outbound). "Asked, and there was nothing" is an
// answer (an empty page, false), never a fault.
package source

// Package youtube reads videos, channels and playlists of YouTube.
//
// It implements source.Source over up to four ways in, best first: the Data API v3 (with the operator's key), yt-dlp (a
// Runner, when installed), the built-in lookup that the site's own apps use (off by default), and what is public without
// any of them: oEmbed and the feed of the 15 newest videos. Pages for people are never read, with one exception: the head
// of a channel's page names the channel's feed, which is how a handle becomes a channel id.
//
// Transcripts come from the Runner or the lookup; the Data API does not hand out captions of other people's videos.
//
// It does not own: the recognition of addresses (source), running yt-dlp (source/ytdlp), caption formats
// (source/upload), connections (outbound).
package youtube

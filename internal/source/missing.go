package source

import "mentionary/internal/media"

// NoTranscript says, without a full stop, that the source of an episode gave no transcript although the source named so many, and
// that nobody else gave one. It is true of what is not there and of what the source does not hand out.
func NoTranscript(p media.Platform, named int) string {
	switch {
	case p == media.Feed && named > 0:
		return "The transcript that the feed names could not be found or read"
	case p == media.Feed:
		return "The feed has no transcript"
	case p == media.YouTube:
		return "The video has no captions that could be read"
	case p == media.Upload:
		return "The file has no transcript"
	}
	return "The source has no transcript"
}

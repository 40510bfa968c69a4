package source

import "mentionary/internal/media"

// uploadSite is what files are that somebody gave: they have no address. Those of audio are brought from where they are kept.
var uploadSite = Site{
	Platform: media.Upload, Name: "The file store",
	audio: func(e media.Episode) Audio { return Audio{Key: "upload:" + e.ExternalID} },
}

package source

import "mentionary/internal/media"

// uploadSite is what files are that somebody gave: they have no address.
var uploadSite = Site{Platform: media.Upload, Name: "The file store"}

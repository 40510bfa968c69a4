package jobs

import (
	"crypto/sha256"
	"encoding/base32"
	"strings"

	"mentionary/internal/media"
	"mentionary/internal/source"
	"mentionary/internal/store/catalogue"
)

// episodeExternalID is the natural key of an episode inside its platform.
func episodeExternalID(r media.Ref) string {
	if r.ItemID != "" {
		return r.ExternalID + "#" + r.ItemID
	}
	return r.ExternalID
}

// mintVideoID is the public id of a new episode: the video site's own, or elsewhere a slug of the title with eight
// letters of a hash of the natural key.
func mintVideoID(r media.Ref, title string) string {
	if own := source.SiteOf(r.Platform).EpisodeID(r.ExternalID); own != "" {
		return own
	}
	return slugWithHash("e", title, string(r.Platform)+":"+episodeExternalID(r))
}

// mintChannelID is the public id of a new channel, made like an episode's.
func mintChannelID(c media.Channel) string {
	if own := source.SiteOf(c.Platform).ChannelID(c.ExternalID); own != "" {
		return own
	}
	return slugWithHash("c", c.Name, string(c.Platform)+":"+c.ExternalID)
}

// slugWithHash starts with a prefix, so that it is never taken for a numeric id, and ends with a hash of the natural key.
func slugWithHash(prefix, title, key string) string {
	sum := sha256.Sum256([]byte(key))
	hash := strings.ToLower(base32.StdEncoding.EncodeToString(sum[:5]))
	if slug := catalogue.Slug(title, 60); slug != "" {
		return prefix + "-" + slug + "-" + hash
	}
	return prefix + "-" + hash
}

package source

import "mentionary/internal/media"

// ChannelRef is the reference to a channel that is known by its platform and the platform's own id, so that its episodes
// can be listed again. The second result is false for channels without a source: those of uploads, and those whose source
// told no usable id.
func ChannelRef(p media.Platform, id string) (media.Ref, bool) {
	address := id
	if p == media.YouTube && !IsChannelID(id) {
		address = youTubeSite + "/" + id // "@name", "c/name" and "user/name" are paths
	}
	ref, err := Recognise(address)
	if err != nil || ref.Platform != p || ref.Kind != media.KindChannel && ref.Kind != media.KindFeed {
		return media.Ref{}, false
	}
	ref.ExternalID = id // episodes are known by it: another spelling would make them new ones
	return ref, true
}

package upload

import (
	"regexp"
	"strings"
)

// languageTag is the shape of the language tags in file names and captions. Three letters are taken only for the languages
// of video captions that have no two-letter code: "talk.wav.srt" and "talk.old.srt" name no language.
var languageTag = regexp.MustCompile(`^([a-zA-Z]{2}|fil|yue|ceb)(-[a-zA-Z0-9_]{1,12}){0,3}$`)

// subtag is a script or a region, the parts of a tag worth keeping.
var subtag = regexp.MustCompile(`^([A-Za-z]{4}|[A-Za-z]{2}|[0-9]{3})$`)

// languageNames are the words Whisper servers answer instead of tags.
var languageNames = map[string]string{
	"english": "en", "german": "de", "french": "fr", "spanish": "es", "italian": "it", "portuguese": "pt", "dutch": "nl",
	"polish": "pl", "russian": "ru", "ukrainian": "uk", "turkish": "tr", "arabic": "ar", "hindi": "hi", "japanese": "ja",
	"korean": "ko", "chinese": "zh", "swedish": "sv", "danish": "da", "norwegian": "no", "finnish": "fi", "czech": "cs",
	"greek": "el", "hebrew": "he", "hungarian": "hu", "romanian": "ro", "indonesian": "id", "vietnamese": "vi",
}

// Language gives the tag for what a file calls its language, empty when it is none. The mark yt-dlp puts on original
// automatic captions ("en-orig") is taken off.
func Language(s string) string {
	s = strings.TrimSpace(strings.ReplaceAll(s, "_", "-"))
	if tag, ok := languageNames[strings.ToLower(s)]; ok {
		return tag
	}
	s = strings.TrimSuffix(s, originalMark)
	if !languageTag.MatchString(s) {
		return ""
	}
	parts := strings.Split(s, "-")
	tag := strings.ToLower(parts[0])
	for _, p := range parts[1:] {
		if !subtag.MatchString(p) {
			break // yt-dlp adds the id of named tracks
		}
		tag += "-" + p
	}
	return tag
}

const originalMark = "-orig"

// languageOfName reads the language in front of the extension: "talk.de.vtt".
func languageOfName(name string) string {
	_, tag := stem(name)
	return Language(tag)
}

// stem takes the extension off a transcript's file name, and the language when there is one.
func stem(name string) (base, tag string) {
	base = strings.TrimSuffix(name, "."+lastPart(name))
	if tag = lastPart(base); languageTag.MatchString(tag) {
		return strings.TrimSuffix(base, "."+tag), tag
	}
	return base, ""
}

// lastPart is what follows the last dot, empty when there is none or it stands in front.
func lastPart(name string) string {
	if i := strings.LastIndexByte(name, '.'); i > 0 {
		return name[i+1:]
	}
	return ""
}

package openai

import (
	"strings"
	"sync"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"
)

// heardLanguages are those that Whisper knows. Servers name them by code or by their English name.
const heardLanguages = `af am ar as az ba be bg bn bo br bs ca cs cy da de el en es et eu fa fi fo fr gl gu ha haw he hi hr ht hu hy id is
	it ja jv ka kk km kn ko la lb ln lo lt lv mg mi mk ml mn mr ms mt my ne nl nn no oc pa pl ps pt ro ru sa sd si sk sl sn so sq sr su sv sw
	ta te tg th tk tl tr tt uk ur uz vi yi yo yue zh`

// byName finds a code by the English name of its language.
var byName = sync.OnceValue(func() map[string]string {
	// Names of Whisper that differ from those of today.
	names := map[string]string{
		"myanmar": "my", "castilian": "es", "valencian": "ca", "flemish": "nl", "moldavian": "ro", "moldovan": "ro", "haitian": "ht",
		"letzeburgesch": "lb", "pushto": "ps", "panjabi": "pa", "sinhalese": "si", "mandarin": "zh", "nynorsk": "nn", "tagalog": "tl",
	}
	english := display.English.Languages()
	for code := range strings.FieldsSeq(heardLanguages) {
		names[strings.ToLower(english.Name(language.MustParse(code)))] = code
	}
	return names
})

// bcp47 reads a language as servers write it, empty when it is none.
func bcp47(name string) string {
	name = strings.ToLower(strings.TrimSpace(name))
	if code, ok := byName()[name]; ok {
		return code
	}
	tag, err := language.Parse(name)
	if base, _ := tag.Base(); err != nil || tag == language.Und || len(base.String()) > 3 {
		return ""
	}
	return tag.String()
}

// iso639 is the two-letter code that servers take, empty for languages without one.
func iso639(tag string) string {
	parsed, err := language.Parse(tag)
	if err != nil || parsed == language.Und {
		return ""
	}
	if base, _ := parsed.Base(); len(base.String()) == 2 {
		return base.String()
	}
	return ""
}

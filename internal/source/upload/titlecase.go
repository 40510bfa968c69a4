package upload

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// smallWords stay small within a title.
var smallWords = setOf("a an and as at but by for from if in into nor of off on onto or over per so the to up via vs with yet")

// written are words that have a spelling of their own.
var written = func() map[string]string {
	out := map[string]string{}
	for _, w := range strings.Fields("AI API APIs ASMR AWS B2B B2C CEO CFO CIO CMO COO CPO CTO DIY DNA EU FAQ GitHub GitLab GPU iOS IoT IPO " +
		"iPad iPhone JavaScript JSON KPIs LinkedIn LLMs macOS NASA NATO OKR OKRs OpenAI OSS PhD PMs PostgreSQL QA SaaS SEO SQLite TED " +
		"TypeScript UI UK UN URL USA UX VCs WebAssembly WiFi YouTube") {
		out[strings.ToLower(w)] = w
	}
	return out
}()

// shortened are words without a vowel that are no initials.
var shortened = setOf("dr ft hmm jr mr mrs ms mt nth pt sr st vs")

var (
	roman      = regexp.MustCompile(`^(x{1,3})?(ix|iv|v?i{1,3})$`)
	noVowel    = regexp.MustCompile(`^[b-df-hj-np-tv-xz]{2,4}$`)
	episodeTag = regexp.MustCompile(`^s\d{1,2}e\d{1,3}$`)
)

func setOf(words string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(words) {
		out[w] = true
	}
	return out
}

// inTitleCase writes the words of a file's name as people write an English title: names and words with capitals, initials and
// Roman numerals in capitals, small words small. What holds a capital was written by somebody and stays, as does every
// other script. In other languages only the beginning is a capital.
func inTitleCase(name string, english bool) string {
	if strings.ContainsFunc(name, unicode.IsUpper) {
		return name
	}
	if !english {
		return capital(name)
	}
	words := strings.Split(name, " ")
	for i, w := range words {
		bare := strings.Trim(w, `.,:;!?()"'“”‘’`)
		switch {
		case bare == "":
		case written[bare] != "":
			words[i] = strings.Replace(w, bare, written[bare], 1)
		case smallWords[bare] && i > 0 && i < len(words)-1:
		case roman.MatchString(bare) || episodeTag.MatchString(bare) || noVowel.MatchString(bare) && !shortened[bare]:
			words[i] = strings.ToUpper(w)
		case strings.HasPrefix(bare, "o'"):
			words[i] = strings.Replace(w, bare, "O'"+capital(bare[2:]), 1)
		default:
			words[i] = capital(w)
		}
	}
	return strings.Join(words, " ")
}

// capital begins a text with a capital letter, behind what is no letter. Scripts other than Latin stay as they are.
func capital(text string) string {
	for i, r := range text {
		if unicode.IsDigit(r) {
			return text // 2nd, 3d
		}
		if unicode.IsLetter(r) {
			if !unicode.Is(unicode.Latin, r) {
				return text
			}
			return text[:i] + string(unicode.ToTitle(r)) + text[i+utf8.RuneLen(r):]
		}
	}
	return text
}

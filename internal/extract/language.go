package extract

import "strings"

const languageWords = 4000 // enough to tell a language

var (
	germanWords = wordSet(`und der die das ist nicht ich wir ein eine auch dass den von mit es sich auf wie aber des dem
		zur zum im am für über durch`)
	englishWords = wordSet(`the and of to that it you we this is was are they with what have for be not i`)
)

func wordSet(s string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(s) {
		set[FoldWord(w)] = true
	}
	return set
}

// IsGerman reports whether a text is German: the language that its source names, and where it names none, the little
// words of the text.
func IsGerman(language string, words []Word) bool {
	if language != "" {
		return strings.HasPrefix(strings.ToLower(language), "de")
	}
	german, english := littleWords(words[:min(len(words), languageWords)])
	return german > english && german*10 > min(len(words), languageWords)
}

// littleWords counts the words that hold German and English sentences together.
func littleWords(words []Word) (german, english int) {
	for _, w := range words {
		if germanWords[w.Fold] {
			german++
		}
		if englishWords[w.Fold] {
			english++
		}
	}
	return german, english
}

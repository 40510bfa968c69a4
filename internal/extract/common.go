package extract

import (
	_ "embed"
	"strings"
	"sync"
)

//go:embed data/common.txt
var commonFile string

var commonWords = sync.OnceValue(func() map[string]bool {
	m := map[string]bool{}
	for line := range strings.Lines(commonFile) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		for w := range strings.FieldsSeq(line) {
			m[FoldWord(w)] = true
		}
	}
	return m
})

// IsCommon reports whether a folded word is an everyday word of English or German that alone names nothing: such names
// need capitals or a cue before they are believed.
func IsCommon(fold string) bool { return commonWords()[fold] }

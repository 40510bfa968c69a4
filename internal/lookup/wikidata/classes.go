package wikidata

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"mentionary/internal/mention"
)

//go:embed data/classes.tsv
var classesFile string

// What a class means beside the entity types.
const (
	classEdition = "edition"
	classReject  = "reject"
)

// known is the table: what items of a class may be.
var known = sync.OnceValue(func() map[string][]string {
	out := map[string][]string{}
	for line := range strings.Lines(classesFile) {
		if parts := strings.Split(strings.TrimSpace(line), "\t"); len(parts) == 3 && !strings.HasPrefix(line, "#") {
			out[parts[0]] = strings.Fields(parts[1])
		}
	}
	return out
})

// typesOf returns the entity types of an item of the classes. One class that is rejected rejects the item.
func typesOf(meanings [][]string) []mention.Type {
	var types []mention.Type
	for _, m := range meanings {
		for _, word := range m {
			switch word {
			case classReject:
				return nil
			case classEdition:
				types = append(types, mention.Book)
			default:
				types = append(types, mention.Type(word))
			}
		}
	}
	slices.Sort(types)
	return slices.Compact(types)
}

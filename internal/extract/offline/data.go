package offline

import (
	"embed"
	"strings"
	"sync"

	"mentionary/internal/extract"
	"mentionary/internal/mention"
)

//go:embed data/*.tsv
var files embed.FS

// known is one entry of the built-in lists.
type known struct {
	typ   mention.Type
	name  string
	forms []string // as the list writes it: the name, other spellings, translations
	*facts
}

// facts are what a row of a list says of all entries in it.
type facts struct {
	description string
	claims      mention.Claims
}

// gazetteer is the built-in knowledge, read once.
type gazetteer struct {
	entries []known
	names   *extract.Lexicon // to indexes of entries
	forms   map[form]int32   // to indexes of entries, by everything an entry is called
	given   map[string]bool  // folded given names
	things  map[string]bool  // folded names of one word that are products or ideas, so hardly anybody's family name
	lines   map[string]bool  // folded first words of longer names of products
}

// form is one of the names of an entry, as names are compared.
type form struct {
	typ mention.Type
	key string
}

// inSentence is a country's name as it follows "in": some take an article.
func inSentence(country string) string {
	for _, ending := range []string{
		"States", "Kingdom", "Emirates", "Netherlands", "Philippines", "Bahamas", "Maldives", "Islands",
		"Republic", "Union",
	} {
		if strings.HasSuffix(country, ending) {
			return "the " + country
		}
	}
	switch country {
	case "Gambia", "Democratic Republic of the Congo":
		return "the " + country
	}
	return country
}

var loaded = sync.OnceValue(func() *gazetteer {
	g := &gazetteer{
		names: extract.NewLexicon(), forms: map[form]int32{}, given: map[string]bool{}, things: map[string]bool{}, lines: map[string]bool{},
	}
	each("places.tsv", func(cols []string) {
		country := first(cols[0])
		g.add(mention.Location, cols[0], &facts{})
		g.addAll(mention.Location, column(cols, 1), facts{"Place in " + inSentence(country), mention.Claims{Country: country}})
	})
	each("companies.tsv", func(cols []string) {
		g.addAll(mention.Company, column(cols, 1), facts{description: cols[0]})
	})
	each("products.tsv", func(cols []string) {
		maker := column(cols, 1)
		description := cols[0]
		if maker != "" {
			description += " by " + maker
		}
		g.addAll(mention.Product, column(cols, 2), facts{description, mention.Claims{Company: maker, Category: cols[0]}})
	})
	each("people.tsv", func(cols []string) {
		g.addAll(mention.Person, column(cols, 1), facts{cols[0], mention.Claims{Title: cols[0]}})
	})
	each("books.tsv", func(cols []string) {
		var by facts
		if cols[0] != "Various" {
			by = facts{"Book by " + cols[0], mention.Claims{Author: cols[0]}}
		}
		g.addAll(mention.Book, column(cols, 1), by)
	})
	each("concepts.tsv", func(cols []string) {
		about := &facts{"Concept in " + cols[1], mention.Claims{Category: cols[0], Field: cols[1]}}
		for c := range strings.SplitSeq(column(cols, 2), ";") {
			g.add(mention.Concept, withPlural(c), about)
		}
	})
	g.addTitleHeads()
	each("givennames.tsv", func(cols []string) {
		for n := range strings.FieldsSeq(cols[0]) {
			g.given[extract.FoldWord(n)] = true
		}
	})
	return g
})

// each calls f for every line of a list that is not a comment, with its columns.
func each(name string, f func(cols []string)) {
	data, err := files.ReadFile("data/" + name)
	if err != nil {
		panic(err) // embedded: it is missing only when the program was built wrongly
	}
	for line := range strings.Lines(string(data)) {
		line = strings.TrimRight(line, "\r\n")
		if line != "" && !strings.HasPrefix(line, "#") {
			f(strings.Split(line, "\t"))
		}
	}
}

func column(cols []string, i int) string {
	if i < len(cols) {
		return cols[i]
	}
	return ""
}

func first(forms string) string {
	name, _, _ := strings.Cut(forms, "|")
	return name
}

// withPlural adds the plural of a concept of several words to its forms: "base rate", "base rates".
func withPlural(forms string) string {
	name := first(forms)
	if !strings.Contains(name, " ") || strings.HasSuffix(name, "s") || strings.HasSuffix(name, "y") {
		return forms
	}
	return forms + "|" + name + "s"
}

// addTitleHeads adds the titles of books without their subtitles, unless the lists have something else of that name: "Artificial
// Intelligence" means the idea, hardly ever the textbook.
func (g *gazetteer) addTitleHeads() {
	for i, k := range g.entries {
		head, _, long := strings.Cut(k.name, ":")
		if k.typ != mention.Book || !long || !strings.Contains(head, " ") || g.has(head) {
			continue
		}
		g.entries[i].forms = append(k.forms, head)
		g.names.Add(head, int32(i))
		g.forms[form{k.typ, extract.Key(head)}] = int32(i)
	}
}

// has reports whether the lists have a name.
func (g *gazetteer) has(name string) bool {
	words := extract.Words(name)
	found := g.names.Find(words, nil)
	return len(found) > 0 && found[0].First == 0 && found[0].Last == len(words)-1
}

// addAll adds the entries of a row.
func (g *gazetteer) addAll(t mention.Type, row string, of facts) {
	for forms := range strings.SplitSeq(row, ";") {
		g.add(t, forms, &of)
	}
}

func (g *gazetteer) add(t mention.Type, forms string, of *facts) {
	k := known{typ: t, name: strings.TrimPrefix(first(forms), "the "), facts: of}
	if k.name == "" {
		return
	}
	index, again := g.forms[form{k.typ, extract.Key(k.name)}] // some stand in two rows: the first says what they are
	if !again {
		index = int32(len(g.entries))
		g.entries = append(g.entries, k)
	}
	for called := range strings.SplitSeq(forms, "|") {
		f := form{k.typ, extract.Key(called)}
		switch of, taken := g.forms[f]; {
		case taken && of == index:
			if extract.Key("the "+called) == f.key { // without its article: "Lean Startup" beside "The Lean Startup"
				g.names.Add(called, index)
			}
			continue
		case !taken:
			g.forms[f] = index
		}
		g.names.Add(called, index)
		g.entries[index].forms = append(g.entries[index].forms, called)
		if (k.typ == mention.Product || k.typ == mention.Concept) && !strings.Contains(called, " ") {
			g.things[extract.FoldWord(called)] = true
		}
		if first, _, long := strings.Cut(called, " "); long && k.typ == mention.Product {
			g.lines[extract.FoldWord(first)] = true
		}
	}
}

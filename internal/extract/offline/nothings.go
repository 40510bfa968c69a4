package offline

import (
	"slices"
	"strings"

	"mentionary/internal/extract"
)

var (
	// noThings are written like names of products and firms and are none: degrees, roles, words of business.
	noThings = words(`phd ph.d mba msc bsc jd ceo cto cfo coo cmo cpo vp svp evp hr pr qa ux ui faq diy devrel saas paas iaas b2b b2c
		b2b2b b2b2c
		fortune500 fortune100 fortune50 pg13 kpi okr roi mvp ipo rfp sla plg slg api ldap dram sram tcp tls dns youtuber`)
	// prizeEnds end the name of a prize.
	prizeEnds = words(`prize prizes award awards medal nobelpreis preis scholarship fellowship`)
	// wordNames are given names that are everyday words, too.
	wordNames = words(`max dawn will mark grace hope faith joy rose may june april summer autumn bill jack rich frank till art drew grant
		chance dean guy earl major pat sue miles sky angel christian`)
	// sizes are put behind the name of a product to say how much of it.
	sizes = words(`max pro plus mini ultra air lite`)
)

// isNoThing reports whether a name is a degree, a role, a word of business, a prize or a fiscal year.
func isNoThing(name string) bool {
	ws := strings.Fields(extract.Key(name))
	whole := strings.Join(ws, "")
	return len(ws) > 0 && (prizeEnds[ws[len(ws)-1]] || noThings[whole] || noThings[strings.TrimSuffix(whole, "s")] || isFiscalPeriod(whole))
}

// isFiscalPeriod reports whether a key is how firms call their years and quarters: "fy22", "q3".
func isFiscalPeriod(key string) bool {
	number := strings.TrimPrefix(strings.TrimPrefix(key, "fy"), "q")
	return number != "" && number != key && len(number) <= 4 && strings.Trim(number, "0123456789") == ""
}

// kindNouns end what says of which kind a thing is: "a JSON API", "the Qt GUI".
var kindNouns = words(`api apis gui url urls dvd pc pcs cpu gpu call calls framework summit workshop conference judge`)

// isKindOfThing reports whether a name ends in a word for a kind of things: an abbreviation of many ("CPUs"), a noun that has a name
// before it ("Git API"), a people or those who follow somebody ("Babylonian", "Luddite").
func (r *reader) isKindOfThing(j int) bool {
	w := r.words[j]
	if kindNouns[w.Fold] || demonyms[w.Fold] {
		return true
	}
	if r.isPlural(j) {
		return true
	}
	return slices.ContainsFunc([]string{"ist", "ite", "ian", "ians", "ists", "ites"}, func(ending string) bool {
		return len(w.Fold) > len(ending)+3 && strings.HasSuffix(w.Fold, ending)
	})
}

// isPlural reports whether a word is an abbreviation of many: "CPUs".
func (r *reader) isPlural(i int) bool {
	stem, many := strings.CutSuffix(r.said(i), "s")
	return many && stem != "" && strings.ToUpper(stem) == stem && !strings.ContainsAny(stem, "0123456789")
}

// onlyWords reports whether a name that is built like a person's is more likely words: "Till Dawn", or a product and how much of it
// ("Claude Max").
func (r *reader) onlyWords(i, j int) bool {
	return j == i+1 && (wordNames[r.fold(i)] && wordNames[r.fold(j)] || sizes[r.fold(j)] && r.known.lines[r.fold(i)])
}

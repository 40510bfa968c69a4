package extract

import (
	"strings"

	"mentionary/internal/mention"
)

// Names are names that are known before an episode is read, prepared to be looked for: those of the whole directory are prepared once and
// shared by all episodes. They never change and are safe for concurrent use.
type Names struct {
	known   []Known
	entries []entry
	lexicon *Lexicon
	forms   map[groupKey][]int32 // names and aliases to indexes of known
}

// NewNames prepares names, of long lists the first MaxKnown.
func NewNames(known []Known) *Names {
	n := &Names{known: known[:min(len(known), MaxKnown)], lexicon: NewLexicon(), forms: make(map[groupKey][]int32, len(known))}
	for i, k := range n.known {
		n.add(int32(i), k)
	}
	return n
}

func (n *Names) add(at int32, k Known) {
	name := groupKey{k.Type, Key(k.Name)}
	n.forms[name] = append(n.forms[name], at)
	for _, alias := range k.Aliases {
		form := groupKey{k.Type, Key(alias)}
		n.forms[form] = append(n.forms[form], at)
	}
	if name.key == "" {
		return
	}
	n.enter(entry{key: name, name: k.Name, spoken: k.Name}, k.Taught)
	for _, alias := range k.Aliases {
		if strings.TrimSpace(alias) != "" {
			n.enter(entry{key: name, name: k.Name, spoken: alias, alias: true}, k.Taught)
		}
	}
}

func (n *Names) enter(en entry, taught bool) {
	en.signal = mention.SignalCatalogue
	if taught {
		en.signal, en.taught = SignalReviewed, true
	}
	n.lexicon.Add(en.spoken, int32(len(n.entries)))
	n.entries = append(n.entries, en)
}

// Len returns how many things are known.
func (n *Names) Len() int { return len(n.known) }

// under returns what is known by a form, as its name or an alias.
func (n *Names) under(form groupKey) []Known {
	var out []Known
	for _, i := range n.forms[form] {
		out = append(out, n.known[i])
	}
	return out
}

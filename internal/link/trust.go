package link

// Trust says where a link of an entity comes from; a higher value is never replaced by a lower one.
type Trust int

// The order of DECISIONS.md, weakest first.
const (
	Listed    Trust = iota + 1 // our own list of well-known things (package wellknown) says so
	Claimed                    // one channel says so
	Agreed                     // two or more channels say so
	Catalogue                  // a public catalog says so
	Admin                      // an admin set it
)

// trusts are the stored words, weakest first: never rename one.
var trusts = [...]string{Listed: "listed", Claimed: "claimed", Agreed: "agreed", Catalogue: "catalogue", Admin: "admin"}

// String returns the stored word.
func (t Trust) String() string { return trusts[t] }

// ParseTrust reads a stored word; one that is unknown is worth nothing.
func ParseTrust(word string) Trust {
	for t, known := range trusts {
		if known == word {
			return Trust(t)
		}
	}
	return 0
}

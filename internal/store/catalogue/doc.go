// Package catalogue holds what everybody reads: channels, episodes, entities with their mentions and links, search, pictures,
// the known names, the facts that cards show, and the counters under them.
//
// It owns which rows a viewer may see, the order of lists, page tokens, and who is believed about a fact or an address. It
// does not decide what a name means (publish) and changes no entity's identity (curate).
package catalogue

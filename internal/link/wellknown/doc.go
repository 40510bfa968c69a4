// Package wellknown has addresses of things that everybody knows: sites of firms and products, articles of the English Wikipedia.
//
// It owns the lists and finding a thing in them by type and name. It does not own whether an entity is that thing (extract decides which
// names it knows), nor whether an address leads anywhere (link/check).
package wellknown

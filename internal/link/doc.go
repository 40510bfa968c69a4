// Package link holds addresses as pure values: their canonical form, what kind of page they lead to, what identity they
// prove, how far each origin of a link is trusted, and which links of an entity are shown.
//
// It owns no connection: whether an address answers is link/check's question. It does not store links (store).
package link

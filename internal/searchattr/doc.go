// Package searchattr knows the search attributes that workflows carry, and makes them exist in a namespace: a workflow that
// carries an unknown one does not start.
//
// It owns their list and how they are made and waited for. It does not own connections (engine, devstack) nor values
// (workflows).
package searchattr

// Package convert turns rows into messages of the contract. It reads nothing and decides nothing about who may see what:
// callers say who looks, and every message lists its fields one by one, so that a new column stays private until somebody
// adds it here.
//
// The sentences that people read about the state of a job, an item or a step are all in statetext.go.
package convert

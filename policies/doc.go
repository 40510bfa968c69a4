// Package policies says which role may do what: the model and the policy as text, embedded, and the enforcer that reads
// them.
//
// It owns: roles, their order, and the line for every procedure of the contract and every other protected operation.
// What no line mentions is refused. It does not own: who somebody is (auth), and whose things they may touch, which is
// part of the queries (store).
//
// It owns too what access tokens may do of that: scopes.csv gives each operation the least scope that a token needs.
//
// matrix.golden.txt is the policy as a table of everybody and everything, scopes.golden.txt that of tokens; tests keep
// them true.
package policies

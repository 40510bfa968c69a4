// Package policies says who may do what: the model and the policy as text, embedded, and the enforcer that reads them.
//
// It owns: roles, the scopes of access tokens, the order of both, and a line for every procedure of the contract and every
// other protected operation: the least role and the least scope that may do it. What no line mentions is refused. It does
// not own: who somebody is (auth), and whose things they may touch, which is part of the queries (store).
//
// matrix.golden.txt is the policy as a table of everybody and everything; a test keeps it true.
package policies

// Package e2e tests the built programs as people run them: real processes on loopback, driven through the REST API,
// killed, cut off from their sources and started again, and afterwards counted in their databases.
//
// It owns what only whole processes can show: nothing is lost or doubled over a kill -9, a lost workflow store, a source
// that is away, several processes beside one database. It does not own what a package can show alone. The tests carry the
// build tag e2e and fail when a program or PostgreSQL is missing:
//
//	MENTIONARY_BIN, MENTIONARY_SLIM_BIN   the programs (make build)
//	MENTIONARY_TEST_POSTGRES              a PostgreSQL that may make databases (tools/postgres.sh start)
package e2e

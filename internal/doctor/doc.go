// Package doctor looks at an installation and says what is wrong with it and what to do.
//
// It owns: the checks, as values with everything they need handed in, how they are run (side by side, each with a limit of
// time) and how their results are printed. It does not own what it looks at: internal/app hands in the database, Temporal
// and the clients of the two doors.
//
// No check writes anything, and no result holds a secret.
package doctor

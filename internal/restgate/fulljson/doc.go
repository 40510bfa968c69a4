// Package fulljson writes protobuf messages as JSON in which every field is present.
//
// Fields come in the order of the contract; what is unset is null, an empty list is [], of a oneof only the member that is
// set exists. The text of a message is always the same, so it can be hashed. protojson leaves unset optional fields out
// and varies its spaces on purpose; it is used for the well-known types (times, durations) only.
//
// Limits: maps, groups, NaN and infinite numbers are errors; the contract has none.
package fulljson

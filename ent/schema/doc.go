// Package schema is the data model of DESIGN.md section 4, a file per part: people, catalogue, evidence, work, batches,
// operations, review.
//
// Every table that activities write has a unique natural key, so that every write can run twice. Times are UTC with
// microseconds; store sets them from its clock.
package schema

// Package limit decides from counts and times whether a person may submit one thing more, and words the refusal: what the
// limit is, and when or how there is room again.
//
// It does not own the rows: store/jobs counts while it holds the person's row. A limit of 0 is none. Refusals are
// fault.RateLimited with a time to come back, where nothing else is said.
package limit

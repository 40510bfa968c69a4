// Package work holds the vocabulary of work: states of jobs, items and runs, stages of a run, workflow names, ids and inputs.
//
//	job: queued -> running -> (waiting <-> running) -> completed | partial | failed | cancelled   (paused is a flag)
//	run: live -> done | partial | failed | cancelled | needs_transcript
//
// It owns the words that are stored and travel through workflow histories: never rename one. It does not own the
// workflows (workflows), the rows (store) or the Temporal client (engine).
package work

// Package jobs holds what is to be done and how far it is: jobs, their items, the runs that items want, the steps, chunks and
// attempts of a run, batches, what comes again by itself, texts, uploads, follows, and the ledger, caps and counts behind the
// budgets and limits of people. It lists everybody's work and tells its story.
//
// It owns the rules by which rows decide: joining and leaving runs, the state of a job, the order of locks. Who pays is
// decided in package budget, what one person may submit in package limit. It does not start workflows (engine) and
// publishes nothing (publish).
package jobs

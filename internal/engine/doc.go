// Package engine is the only holder of the Temporal client: ids, queues, start policies, signals, cancelling, schedules,
// workers, the reconciler, and making a foreign namespace ready.
//
// Rows decide: everything it is asked to do is already written, so a call that fails is made good by the reconciler, and
// "already started" is success. It does not own stories (workflows), steps (activities) or rows (store).
package engine

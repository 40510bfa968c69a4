//go:build !slim

package temporal

import (
	"time"

	"go.temporal.io/server/common/dynamicconfig"
)

// queueWorkers is how many tasks of one internal queue run at once.
const queueWorkers = 32

// tuning are the settings that differ from the server's own, which suit a cluster and not one process beside one disk.
// Limits of sizes and counts stay as they are.
func tuning() dynamicconfig.StaticClient {
	return dynamicconfig.StaticClient{
		// Tasks carry the submitter as fairness key, so that one large job does not keep others waiting.
		dynamicconfig.MatchingEnableFairness.Key(): true,

		// Each of these queues is read at most 20 times a second by default: 50 ms for every step of a workflow.
		dynamicconfig.TransferProcessorMaxPollRPS.Key():   2000,
		dynamicconfig.TimerProcessorMaxPollRPS.Key():      2000,
		dynamicconfig.VisibilityProcessorMaxPollRPS.Key(): 2000,
		dynamicconfig.OutboundProcessorMaxPollRPS.Key():   2000,

		// One process needs no partitions of a task queue; with them a task may wait for a poll to be forwarded.
		dynamicconfig.MatchingNumTaskqueueReadPartitions.Key():  1,
		dynamicconfig.MatchingNumTaskqueueWritePartitions.Key(): 1,

		// Who waits asks again after this time, so that a lost notice costs seconds: a minute for tasks and 20 s for results
		// by default.
		dynamicconfig.MatchingLongPollExpirationInterval.Key(): 10 * time.Second,
		dynamicconfig.HistoryLongPollExpirationInterval.Key():  5 * time.Second,

		// Workflows kept in memory, 128,000 for an hour by default.
		dynamicconfig.HistoryCacheHostLevelMaxSize.Key(): 2000,

		// Each worker of these queues is a goroutine with its stack, and all of them write through one SQLite connection: 512
		// for each queue by default, and 640 for copying to other clusters, of which there are none.
		dynamicconfig.TransferProcessorSchedulerWorkerCount.Key():               queueWorkers,
		dynamicconfig.TimerProcessorSchedulerWorkerCount.Key():                  queueWorkers,
		dynamicconfig.VisibilityProcessorSchedulerWorkerCount.Key():             queueWorkers,
		dynamicconfig.ReplicationProcessorSchedulerWorkerCount.Key():            1,
		dynamicconfig.ReplicationLowPriorityProcessorSchedulerWorkerCount.Key(): 1,

		// What each shard's statements took is averaged over the last thousands of them, for metrics that nobody reads here.
		dynamicconfig.PersistenceHealthSignalMetricsEnabled.Key():     false,
		dynamicconfig.PersistenceHealthSignalAggregationEnabled.Key(): false,

		// The server's own workflows: schedules stay. We have no child workflows and no batch operations. The scan that
		// removes old task queues stays with few pollers; the one for orphaned histories mends nothing that matters here.
		dynamicconfig.EnableParentClosePolicyWorker.Key():                 false,
		dynamicconfig.EnableBatcherNamespace.Key():                        false,
		dynamicconfig.HistoryScannerEnabled.Key():                         false,
		dynamicconfig.WorkerScannerMaxConcurrentActivityTaskPollers.Key(): 1,
		dynamicconfig.WorkerScannerMaxConcurrentWorkflowTaskPollers.Key(): 2,
	}
}

// Package workflows tells the stories: AnalyzeJob (one submission) and AnalyzeEpisode (one run, shared by all jobs that
// want it). DESIGN.md section 5 draws them.
//
//	AnalyzeJob:     list the input -> keep a window of items wanted -> wait for rows to settle -> close
//	AnalyzeEpisode: episode -> transcript -> extract chunk by chunk -> publish -> links -> check -> finish
//
// Rows decide, workflows drive, signals only hurry: a workflow that loses a signal looks again after a minute. Workflows
// hold ids and counts only. It does not own steps (activities) or clients (internal/engine).
package workflows

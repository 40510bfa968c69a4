// Package workflows tells the stories: AnalyzeJob (one submission), AnalyzeEpisode (one run, shared by all jobs that want
// it), FollowChannel (one look at a followed channel), LinkPass and DuplicatePass (work on the catalogue) and ReadAgain. DESIGN.md
// section 5 draws them.
//
//	AnalyzeJob:     list the input -> keep a window of items wanted -> wait for rows to settle -> close
//	AnalyzeEpisode: episode -> transcript -> a model batch where nobody waits -> the rest in parcels of chunks -> publish ->
//	                links -> check -> finish
//	FollowChannel:  submit the newest episodes as a job of its own, nobody's child
//	LinkPass, DuplicatePass: page by page over the list that was written when the pass began -> close
//	ReadAgain:      page by page over earlier episodes that news touches, round by round until nothing is news -> close
//
// Rows decide, workflows drive, signals only hurry: a job that loses a signal looks at its rows by itself, ever more seldom,
// and the reconciler hurries it (docs/adr/0027). Workflows hold ids and counts only. Register lists them all. It does not own
// steps (activities) or clients (internal/engine).
package workflows

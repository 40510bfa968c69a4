package store

import (
	"mentionary/ent/db"
)

// What is stored, as plain values that the store returns. Nobody outside builds queries on them.

// Job is a submission.
type Job = db.Job

// JobItem is one line of a job.
type JobItem = db.JobItem

// Batch is a list of addresses that is submitted line by line.
type Batch = db.Batch

// BatchItem is one line of a batch.
type BatchItem = db.BatchItem

// RecurringBatch is a list of addresses that is submitted again and again.
type RecurringBatch = db.RecurringBatch

// Run is the work on one episode.
type Run = db.Run

// RunStep is one stage of a run.
type RunStep = db.RunStep

// Episode is an episode.
type Episode = db.Episode

// Channel is a channel.
type Channel = db.Channel

// Entity is an entity of the directory.
type Entity = db.Entity

// Mention is a mention with its proof.
type Mention = db.Mention

// Link is an address of an entity.
type Link = db.Link

// Transcript is a transcript.
type Transcript = db.Transcript

// Upload is a parsed file that somebody sent.
type Upload = db.Upload

// User is an account.
type User = db.User

// Favorite is something somebody saved.
type Favorite = db.Favorite

// Follow is somebody's wish to have a channel's new episodes analyzed.
type Follow = db.Follow

// Session is a signed-in browser.
type Session = db.Session

// Glossary is what a channel's reviewers taught about words.
type Glossary = db.Glossary

// Doubt is a name on a channel that waits for a reviewer.
type Doubt = db.Doubt

// Unproven is a claim that the transcript does not prove.
type Unproven = db.Unproven

// Report is what a reader says is wrong.
type Report = db.Report

// Attempt is a try of an activity of a run.
type Attempt = db.Attempt

// Hearing is one piece of the audio that a run listens to.
type Hearing = db.Hearing

// Usage is what the model was asked for one chunk of a run.
type Usage = db.Usage

// Rereading is a pass that reads earlier episodes again.
type Rereading = db.Rereading

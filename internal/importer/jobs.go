package importer

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"time"

	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/fault"
	"mentionary/internal/transcript"
	"mentionary/internal/work"
)

const (
	jobFiles    = 500 // uploads of one job
	restFactor  = 10  // looking at the jobs takes at most about a tenth of the time
	longestPoll = 15 * time.Second
)

// followed is one job on its way.
type followed struct {
	id     int32
	files  int // uploads it was given
	done   bool
	latest *v1.Job
}

func closed(j *v1.Job) bool {
	switch work.State(j.GetStatus()) {
	case work.Completed, work.Failed, work.Cancelled:
		return true
	}
	return false
}

// finished reports whether the job is closed or has nothing left that moves: an item whose source is away may settle
// days later.
func finished(j *v1.Job) bool {
	if closed(j) {
		return true
	}
	return j.GetItemsTotal() > 0 && len(j.GetItems()) >= int(j.GetItemsTotal()) &&
		!slices.ContainsFunc(j.GetItems(), func(i *v1.JobItem) bool { return !work.ItemState(i.GetState()).Settled() })
}

// start makes jobs of the uploads. Uploads that no job took are failures; the error says that no job was made at all.
func (r *run) start(ctx context.Context, ids []string) error {
	for group := range slices.Chunk(ids, jobFiles) {
		id, err := r.submit(ctx, group)
		switch {
		case err == nil:
			r.jobs = append(r.jobs, &followed{id: id, files: len(group)})
			r.summary.Jobs = append(r.summary.Jobs, fmt.Sprintf("%s/jobs/%d", r.client.base(), id))
		case ctx.Err() != nil:
			return ctx.Err()
		case len(r.jobs) == 0:
			return err
		default:
			r.summary.failMany(fmt.Sprintf("%d files", len(group)), fault.Of(err).Sentence, len(group))
		}
	}
	return nil
}

// maxFormer bounds how many finished jobs of the same files are passed over.
const maxFormer = 1000

// look asks for a job.
func (r *run) look(ctx context.Context, id int32) (found *v1.Job, err error) {
	err = r.client.call(ctx, callTimeout, func(ctx context.Context, at *doors) error {
		answer, err := at.jobs.GetJob(ctx, &v1.GetJobRequest{Id: id})
		found = answer.GetJob()
		return err
	})
	return found, err
}

// submit makes the job of a group of uploads, or joins the one that another import of the same files has open. The key is
// derived from the files and the last finished job of them, so it is the same after every restart of either side.
func (r *run) submit(ctx context.Context, group []string) (int32, error) {
	former := int32(0)
	for range maxFormer {
		id, err := r.process(ctx, group, former)
		if err != nil || id > r.newest || id == former {
			return id, err
		}
		j, err := r.look(ctx, id)
		if err != nil {
			return 0, err
		}
		if !closed(j) {
			return id, nil
		}
		former = id
	}
	return former, nil
}

func (r *run) process(ctx context.Context, group []string, former int32) (id int32, err error) {
	key := sha256.Sum256([]byte(fmt.Sprintf("import after %d\n%s", former, strings.Join(group, "\n"))))
	request := &v1.ProcessRequest{Type: "upload", UploadIds: group, IdempotencyKey: hex.EncodeToString(key[:])}
	err = r.client.call(ctx, callTimeout, func(ctx context.Context, at *doors) error {
		answer, err := at.jobs.Process(ctx, request)
		id = answer.GetJobId()
		return err
	})
	return id, err
}

// follow looks at the jobs until nothing moves any more.
func (r *run) follow(ctx context.Context) error {
	began := r.Now()
	defer func() { r.summary.AnalysisTime = r.Now().Sub(began) }()
	for {
		looked := r.Now()
		open := 0
		for _, j := range r.jobs {
			if j.done {
				continue
			}
			latest, err := r.look(ctx, j.id)
			if err != nil {
				return err
			}
			j.latest, j.done = latest, finished(latest)
			if !j.done {
				open++
			}
		}
		r.showJobs()
		if open == 0 {
			return nil
		}
		pause := min(restFactor*r.Now().Sub(looked), longestPoll)
		if err := r.Wait(ctx, max(r.Poll, pause)); err != nil {
			return err
		}
	}
}

func (r *run) showJobs() {
	total, done, failed := 0, 0, 0
	current := ""
	for _, j := range r.jobs {
		total += max(j.files, int(j.latest.GetItemsTotal()))
		done += int(j.latest.GetItemsDone())
		failed += int(j.latest.GetItemsFailed())
		if current == "" && !j.done {
			current = doing(j.latest)
		}
	}
	note := ""
	if failed > 0 {
		note = fmt.Sprintf(", %d failed", failed)
	}
	r.progress.show(bar("Analyzing", min(total, done+failed), total, note), current)
}

// doing says what is being worked on: the first running episode and its step, else the state of the job.
func doing(j *v1.Job) string {
	for _, i := range j.GetItems() {
		if work.ItemState(i.GetState()) != work.ItemRunning {
			continue
		}
		text := i.GetTitle()
		for _, s := range i.GetSteps() {
			if s.GetState() == "running" || s.GetState() == "retrying" {
				text += ": " + s.GetText()
				break
			}
		}
		return transcript.CleanText(text, maxSentenceRunes)
	}
	return transcript.CleanText(j.GetStateText(), maxSentenceRunes)
}

// tally puts the last answers about the jobs into the summary.
func (r *run) tally() {
	s := &r.summary
	for _, j := range r.jobs {
		done, failed := s.Imported(), s.Failed
		total, ended, lost := int(j.latest.GetItemsTotal()), int(j.latest.GetItemsDone()), int(j.latest.GetItemsFailed())
		for _, i := range j.latest.GetItems() {
			s.take(i, j.latest)
		}
		if len(j.latest.GetItems()) < total { // the list was cut; the counts are whole
			s.Analyzed += max(0, ended-(s.Imported()-done))
			if rest := lost - (s.Failed - failed); rest > 0 {
				s.failMany(fmt.Sprintf("%d more episodes", rest), "Their reasons are on the page of the job.", rest)
			}
		}
		if total == 0 && j.latest.GetStatus() != string(work.Completed) { // it ended before its episodes were known
			s.failMany(fmt.Sprintf("%d files", j.files), sentenceOr(j.latest.GetStateText(), "The job ended before it began."), j.files)
		}
	}
}

// take counts one episode.
func (s *Summary) take(i *v1.JobItem, j *v1.Job) {
	switch state := work.ItemState(i.GetState()); {
	case state == work.ItemAlready:
		s.Already++
	case state.Succeeded():
		s.Analyzed++
		if state == work.ItemPartial {
			s.Partial++
		}
	case state == work.ItemParked && !closed(j):
		s.Waiting++
	default:
		why := sentenceOr(i.GetStateText(), "It was not analyzed.")
		if state == work.ItemCancelled || j.GetStatus() == string(work.Cancelled) { // its sentence says what can be done
			why = "The job was canceled."
		}
		s.fail(sentenceOr(i.GetTitle(), "Untitled"), why)
	}
}

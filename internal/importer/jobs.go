package importer

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"mentionary/internal/fault"
	"mentionary/internal/job"
	"mentionary/internal/transcript"
)

const (
	jobFiles    = 500 // uploads of one job
	restFactor  = 10  // looking at the jobs takes at most about a tenth of the time
	longestPoll = 15 * time.Second
)

// followed is one job on its way.
type followed struct {
	id     int
	files  int // uploads it was given
	done   bool
	latest jobAnswer
}

// jobAnswer is what we read of GET /api/jobs/{id}.
type jobAnswer struct {
	Status      string       `json:"status"`
	StateText   string       `json:"stateText"`
	ItemsTotal  int          `json:"itemsTotal"`
	ItemsDone   int          `json:"itemsDone"`
	ItemsFailed int          `json:"itemsFailed"`
	Items       []itemAnswer `json:"items"`
}

type itemAnswer struct {
	Title     string        `json:"title"`
	State     job.ItemState `json:"state"`
	StateText string        `json:"stateText"`
	VideoID   string        `json:"videoId"`
	Entities  int           `json:"entities"`
	Mentions  int           `json:"mentions"`
	Steps     []struct {
		State string `json:"state"`
		Text  string `json:"text"`
	} `json:"steps"`
}

func (j jobAnswer) closed() bool {
	switch job.State(j.Status) {
	case job.Completed, job.Failed, job.Cancelled:
		return true
	}
	return false
}

// finished reports whether the job is closed or has nothing left that moves: an item whose source is away may settle
// days later.
func (j jobAnswer) finished() bool {
	if j.closed() {
		return true
	}
	return j.ItemsTotal > 0 && len(j.Items) >= j.ItemsTotal &&
		!slices.ContainsFunc(j.Items, func(i itemAnswer) bool { return !i.State.Settled() })
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

// submit makes the job of a group of uploads, or joins the one that another import of the same files has open. The key is
// derived from the files and the last finished job of them, so it is the same after every restart of either side.
func (r *run) submit(ctx context.Context, group []string) (int, error) {
	former := 0
	for range maxFormer {
		id, err := r.process(ctx, group, former)
		if err != nil || id > r.newest || id == former {
			return id, err
		}
		var j jobAnswer
		if err := r.client.get(ctx, fmt.Sprintf("/api/jobs/%d", id), &j); err != nil {
			return 0, err
		}
		if !j.closed() {
			return id, nil
		}
		former = id
	}
	return former, nil
}

func (r *run) process(ctx context.Context, group []string, former int) (int, error) {
	var answer struct {
		JobID int `json:"jobId"`
	}
	key := sha256.Sum256([]byte(fmt.Sprintf("import after %d\n%s", former, strings.Join(group, "\n"))))
	body := jsonPayload(map[string]any{"type": "upload", "uploadIds": group, "idempotencyKey": hex.EncodeToString(key[:])})
	err := r.client.call(ctx, http.MethodPost, "/api/process", callTimeout, body, &answer)
	if err == nil && answer.JobID == 0 {
		err = r.client.stranger(nil)
	}
	return answer.JobID, err
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
			var latest jobAnswer
			if err := r.client.get(ctx, fmt.Sprintf("/api/jobs/%d", j.id), &latest); err != nil {
				return err
			}
			j.latest, j.done = latest, latest.finished()
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
		total += max(j.files, j.latest.ItemsTotal)
		done += j.latest.ItemsDone
		failed += j.latest.ItemsFailed
		if current == "" && !j.done {
			current = j.latest.current()
		}
	}
	note := ""
	if failed > 0 {
		note = fmt.Sprintf(", %d failed", failed)
	}
	r.progress.show(bar("Analyzing", min(total, done+failed), total, note), current)
}

// current says what is being worked on: the first running episode and its step, else the state of the job.
func (j jobAnswer) current() string {
	for _, i := range j.Items {
		if i.State != job.ItemRunning {
			continue
		}
		text := i.Title
		for _, s := range i.Steps {
			if s.State == "running" || s.State == "retrying" {
				text += ": " + s.Text
				break
			}
		}
		return transcript.CleanText(text, maxSentenceRunes)
	}
	return transcript.CleanText(j.StateText, maxSentenceRunes)
}

// tally puts the last answers about the jobs into the summary.
func (r *run) tally() {
	s := &r.summary
	for _, j := range r.jobs {
		done, failed := s.Imported(), s.Failed
		for _, i := range j.latest.Items {
			s.take(i, j.latest)
		}
		if len(j.latest.Items) < j.latest.ItemsTotal { // the list was cut; the counts are whole
			s.Analysed += max(0, j.latest.ItemsDone-(s.Imported()-done))
			if rest := j.latest.ItemsFailed - (s.Failed - failed); rest > 0 {
				s.failMany(fmt.Sprintf("%d more episodes", rest), "Their reasons are on the page of the job.", rest)
			}
		}
		if j.latest.ItemsTotal == 0 && j.latest.Status != string(job.Completed) { // it ended before its episodes were known
			s.failMany(fmt.Sprintf("%d files", j.files), sentenceOr(j.latest.StateText, "The job ended before it began."), j.files)
		}
	}
}

// take counts one episode.
func (s *Summary) take(i itemAnswer, j jobAnswer) {
	switch {
	case i.State == job.ItemAlready:
		s.Already++
	case i.State.Succeeded():
		s.Analysed++
		if i.State == job.ItemPartial {
			s.Partial++
		}
	case i.State == job.ItemParked && !j.closed():
		s.Waiting++
		return
	default:
		why := sentenceOr(i.StateText, "It was not analyzed.")
		if i.State == job.ItemCancelled || j.Status == string(job.Cancelled) { // its sentence says what can be done
			why = "The job was canceled."
		}
		s.fail(sentenceOr(i.Title, "Untitled"), why)
		return
	}
	s.Entities += max(0, i.Entities)
	s.Mentions += max(0, i.Mentions)
}

// sentenceOr is a text of the instance, safe to print, or the fallback when there is none.
func sentenceOr(text, fallback string) string {
	if clean := transcript.CleanText(text, maxSentenceRunes); clean != "" {
		return clean
	}
	return fallback
}

package jobs

import (
	"context"
	"slices"
	"strings"

	"entgo.io/ent/dialect/sql"

	"mentionary/ent/db"
	dbbatch "mentionary/ent/db/batch"
	dbchannel "mentionary/ent/db/channel"
	dbepisode "mentionary/ent/db/episode"
	dbjob "mentionary/ent/db/job"
	dbitem "mentionary/ent/db/jobitem"
	dbpass "mentionary/ent/db/pass"
	"mentionary/ent/db/predicate"
	dbreading "mentionary/ent/db/rereading"
	dbrun "mentionary/ent/db/run"
	dbstep "mentionary/ent/db/runstep"
	dbuser "mentionary/ent/db/user"
	"mentionary/internal/mention"
	"mentionary/internal/store/database"
	"mentionary/internal/work"
)

// WorkFilter limits the list of work; what is empty limits nothing.
type WorkFilter struct {
	Kinds      []work.Kind
	Conditions []work.Condition
	Stage      work.Stage // where it is, or where it failed
	Channel    string     // public id
	ErrorClass string
	Submitter  string // random public id, or database.SystemSubmitter
	Search     string // a part of the title or the input
	Limit      int
	After      string // WorkPage.Next of the page before
}

// queries are the five questions behind the list, each with what the filter asks of its kind.
func (f WorkFilter) queries(ctx context.Context, tx *db.Tx) (workQuery, error) {
	q := workQueries(tx)
	q.narrowKinds(f.Kinds)
	if len(f.Conditions) > 0 {
		q.jobs.Where(dbjob.Or(each(f.Conditions, jobIs)...))
		q.runs.Where(dbrun.Or(each(f.Conditions, runIs)...))
		q.batches.Where(dbbatch.Or(each(f.Conditions, batchIs)...))
		q.passes.Where(dbpass.Or(each(f.Conditions, passIs)...))
		q.readings.Where(dbreading.Or(each(f.Conditions, readingIs)...))
	}
	if f.Stage != "" {
		at := []predicate.RunStep{dbstep.StageEQ(f.Stage), dbstep.StateIn(work.StepRunning, work.StepRetrying, work.StepFailed)}
		q.runs.Where(dbrun.HasStepsWith(at...))
		q.jobs.Where(dbjob.HasItemsWith(itemOfRun(at...)))
		q.onlyEpisodes()
	}
	if f.ErrorClass != "" {
		q.runs.Where(dbrun.Or(dbrun.ErrorClass(f.ErrorClass), dbrun.HasStepsWith(dbstep.ErrorClass(f.ErrorClass))))
		q.jobs.Where(dbjob.Or(dbjob.ErrorClass(f.ErrorClass), dbjob.HasItemsWith(dbitem.ErrorClass(f.ErrorClass))))
		q.onlyEpisodes()
	}
	if f.Channel != "" {
		channel, err := tx.Channel.Query().Where(dbchannel.PublicID(f.Channel)).OnlyID(ctx)
		if db.MaskNotFound(err) != nil {
			return q, err
		}
		q.runs.Where(dbrun.HasEpisodeWith(dbepisode.ChannelID(channel)))
		q.jobs.Where(dbjob.HasItemsWith(itemOfChannel(channel)))
		q.onlyEpisodes()
	}
	if f.Search != "" {
		q.search(f.Search)
	}
	return q, q.by(ctx, tx, f.Submitter)
}

func each[T, P any](all []T, one func(T) P) []P {
	out := make([]P, len(all))
	for i, x := range all {
		out[i] = one(x)
	}
	return out
}

// narrowKinds leaves only some kinds; none leaves all.
func (q *workQuery) narrowKinds(kinds []work.Kind) {
	if len(kinds) == 0 {
		return
	}
	has := func(k work.Kind) bool { return slices.Contains(kinds, k) }
	look := dbjob.And(dbjob.UserIDIsNil(), dbjob.KeyHasPrefix(followKeyPrefix))
	switch {
	case has(work.KindJob) && has(work.KindLook):
	case has(work.KindJob):
		q.jobs.Where(dbjob.Not(look))
	case has(work.KindLook):
		q.jobs.Where(look)
	default:
		q.jobs = nil
	}
	if !has(work.KindRun) {
		q.runs = nil
	}
	if !has(work.KindBatch) {
		q.batches = nil
	}
	if !has(work.KindPass) {
		q.passes, q.readings = nil, nil
	}
	q.fill()
}

// onlyEpisodes leaves out what is not about episodes.
func (q *workQuery) onlyEpisodes() {
	q.batches.Where(neverBatch)
	q.passes.Where(noPass)
	q.readings.Where(noReading)
}

// search leaves what has a text in its title or input.
func (q *workQuery) search(text string) {
	q.jobs.Where(dbjob.Or(dbjob.TitleContainsFold(text), dbjob.InputContainsFold(text),
		dbjob.And(dbjob.ItemsTotal(1), dbjob.HasItemsWith(dbitem.TitleContainsFold(text)))))
	q.runs.Where(dbrun.HasEpisodeWith(dbepisode.TitleContainsFold(text)))
	q.batches.Where(dbbatch.TitleContainsFold(text))
	q.passes.Where(dbpass.TypeIn(slices.DeleteFunc(mention.Types(), func(t mention.Type) bool {
		return !strings.Contains(string(t), strings.ToLower(text))
	})...))
	if !strings.Contains(strings.ToLower(work.ReadAgainTitle), strings.ToLower(text)) {
		q.readings.Where(noReading)
	}
}

// by leaves what somebody submitted; nobody in particular limits nothing.
func (q *workQuery) by(ctx context.Context, tx *db.Tx, submitter string) error {
	switch submitter {
	case "":
	case database.SystemSubmitter:
		q.jobs.Where(dbjob.UserIDIsNil())
		q.runs.Where(dbrun.PayerIDIsNil())
		q.batches.Where(dbbatch.UserIDIsNil())
		q.passes.Where(dbpass.ActorEQ(""))
	default:
		id, err := tx.User.Query().Where(dbuser.PublicID(submitter)).OnlyID(ctx)
		if db.MaskNotFound(err) != nil {
			return err
		}
		q.jobs.Where(dbjob.UserID(id))
		q.runs.Where(dbrun.PayerID(id))
		q.batches.Where(dbbatch.UserID(id))
		q.passes.Where(dbpass.ActorEQ(submitter))
		q.readings.Where(noReading)
	}
	return nil
}

// itemOfRun finds items by a step of the run that they wanted last.
func itemOfRun(steps ...predicate.RunStep) predicate.JobItem {
	return func(s *sql.Selector) {
		t := sql.Table(dbstep.Table)
		in := sql.Select(t.C(dbstep.FieldRunID)).From(t)
		for _, p := range steps {
			p(in)
		}
		s.Where(sql.In(s.C(dbitem.FieldRunID), in))
	}
}

// itemOfChannel finds items by the channel of their episode.
func itemOfChannel(channelID int) predicate.JobItem {
	return func(s *sql.Selector) {
		t := sql.Table(dbepisode.Table)
		s.Where(sql.In(s.C(dbitem.FieldEpisodeID),
			sql.Select(t.C(dbepisode.FieldID)).From(t).Where(sql.EQ(t.C(dbepisode.FieldChannelID), channelID))))
	}
}

var (
	noJob      = dbjob.IDLT(0)
	noRun      = dbrun.IDLT(0)
	neverBatch = dbbatch.IDLT(0)
	noPass     = dbpass.IDLT(0)
	noReading  = dbreading.IDLT(0)
)

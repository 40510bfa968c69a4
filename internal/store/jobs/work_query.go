package jobs

import (
	"context"
	"slices"
	"time"

	"entgo.io/ent/dialect/sql"

	"mentionary/ent/db"
	dbbatch "mentionary/ent/db/batch"
	dbchannel "mentionary/ent/db/channel"
	dbepisode "mentionary/ent/db/episode"
	dbjob "mentionary/ent/db/job"
	dbitem "mentionary/ent/db/jobitem"
	dbpass "mentionary/ent/db/pass"
	dbreading "mentionary/ent/db/rereading"
	dbrun "mentionary/ent/db/run"
	dbstep "mentionary/ent/db/runstep"
	dbuser "mentionary/ent/db/user"
	"mentionary/internal/work"
)

// workQuery is the list as five questions: each kind has its table. Together they are one list, newest first.
type workQuery struct {
	tx       *db.Tx
	jobs     *db.JobQuery
	runs     *db.RunQuery
	batches  *db.BatchQuery
	passes   *db.PassQuery
	readings *db.RereadingQuery
}

func workQueries(tx *db.Tx) workQuery {
	q := workQuery{tx: tx}
	q.jobs, q.runs, q.batches = tx.Job.Query(), tx.Run.Query(), tx.Batch.Query()
	q.passes, q.readings = tx.Pass.Query(), tx.Rereading.Query()
	return q
}

// fill puts questions that match nothing in the place of those left out.
func (q *workQuery) fill() {
	if q.jobs == nil {
		q.jobs = q.tx.Job.Query().Where(noJob)
	}
	if q.runs == nil {
		q.runs = q.tx.Run.Query().Where(noRun)
	}
	if q.batches == nil {
		q.batches = q.tx.Batch.Query().Where(neverBatch)
	}
	if q.passes == nil {
		q.passes = q.tx.Pass.Query().Where(noPass)
	}
	if q.readings == nil {
		q.readings = q.tx.Rereading.Query().Where(noReading)
	}
}

// only leaves the work with these keys.
func (q workQuery) only(keys []work.Key) workQuery {
	ids := map[work.Kind][]int{}
	for _, k := range keys {
		ids[k.Kind] = append(ids[k.Kind], k.ID)
	}
	q.jobs.Where(dbjob.IDIn(ids[work.KindJob]...))
	q.runs.Where(dbrun.IDIn(ids[work.KindRun]...))
	q.batches.Where(dbbatch.IDIn(ids[work.KindBatch]...))
	q.passes.Where(dbpass.IDIn(ids[work.KindPass]...))
	q.readings.Where(dbreading.IDIn(ids[work.KindReading]...))
	return q
}

// after leaves what stands behind a place in the list.
func (q workQuery) after(p *place) workQuery {
	if p == nil {
		return q
	}
	at := time.UnixMicro(p.created).UTC()
	behind := func(kind work.Kind) func(*sql.Selector) {
		return func(s *sql.Selector) {
			older := sql.LT(s.C("created_at"), at)
			switch k := slices.Index(work.Kinds(), kind); {
			case k > p.kind:
				s.Where(sql.Or(older, sql.EQ(s.C("created_at"), at)))
			case k == p.kind:
				s.Where(sql.Or(older, sql.And(sql.EQ(s.C("created_at"), at), sql.LT(s.C("id"), p.id))))
			default:
				s.Where(older)
			}
		}
	}
	q.jobs.Where(behind(work.KindJob))
	q.runs.Where(behind(work.KindRun))
	q.batches.Where(behind(work.KindBatch))
	q.passes.Where(behind(work.KindPass))
	q.readings.Where(behind(work.KindReading))
	return q
}

func (q workQuery) count(ctx context.Context) (total int, err error) {
	for _, count := range []func(context.Context) (int, error){
		q.jobs.Clone().Count, q.runs.Clone().Count, q.batches.Clone().Count, q.passes.Clone().Count, q.readings.Clone().Count,
	} {
		n, err := count(ctx)
		if err != nil {
			return 0, err
		}
		total += n
	}
	return total, nil
}

// read returns the first of each kind.
func (q workQuery) read(ctx context.Context, limit int) (out []Work, err error) {
	jobs, err := q.jobs.WithUser().Order(dbjob.ByCreatedAt(sql.OrderDesc()), dbjob.ByID(sql.OrderDesc())).Limit(limit).All(ctx)
	if err != nil {
		return nil, err
	}
	for _, j := range jobs {
		w := Work{Kind: work.KindJob, Job: j, Submitter: j.Edges.User, Condition: jobCondition(j)}
		if isLook(j) {
			w.Kind = work.KindLook
		}
		out = append(out, w)
	}
	runs, err := q.runs.WithEpisode(episodeOfWork).Order(dbrun.ByCreatedAt(sql.OrderDesc()), dbrun.ByID(sql.OrderDesc())).Limit(limit).All(ctx)
	if err != nil {
		return nil, err
	}
	for _, r := range runs {
		out = append(out, Work{Kind: work.KindRun, Run: r, Episode: r.Edges.Episode})
	}
	batches, err := q.batches.Order(dbbatch.ByCreatedAt(sql.OrderDesc()), dbbatch.ByID(sql.OrderDesc())).Limit(limit).All(ctx)
	if err != nil {
		return nil, err
	}
	for _, b := range batches {
		out = append(out, Work{Kind: work.KindBatch, Batch: b, Condition: batchCondition(b)})
	}
	passes, err := q.passes.Order(dbpass.ByCreatedAt(sql.OrderDesc()), dbpass.ByID(sql.OrderDesc())).Limit(limit).All(ctx)
	for _, p := range passes {
		out = append(out, Work{Kind: work.KindPass, Pass: p, Condition: passCondition(p.State)})
	}
	if err != nil {
		return nil, err
	}
	readings, err := q.readings.Order(dbreading.ByCreatedAt(sql.OrderDesc()), dbreading.ByID(sql.OrderDesc())).Limit(limit).All(ctx)
	for _, r := range readings {
		out = append(out, Work{Kind: work.KindPass, Reading: r, Condition: passCondition(r.State)})
	}
	return out, err
}

// episodeOfWork reads of an episode what a line shows.
func episodeOfWork(q *db.EpisodeQuery) {
	q.Select(dbepisode.FieldTitle, dbepisode.FieldVideoID, dbepisode.FieldPlatform, dbepisode.FieldChannelID, dbepisode.FieldTranscriptRefs).
		WithChannel(func(c *db.ChannelQuery) { c.Select(dbchannel.FieldName, dbchannel.FieldPublicID) })
}

// isLook reports whether a job is a look of a followed channel's schedule.
func isLook(j *db.Job) bool {
	return j.UserID == nil && len(j.Key) > len(followKeyPrefix) && j.Key[:len(followKeyPrefix)] == followKeyPrefix
}

// addDetails adds steps, items, episodes and submitters, in a number of questions that does not grow with the rows.
func addDetails(ctx context.Context, tx *db.Tx, all []Work) error {
	if err := addItems(ctx, tx, all); err != nil {
		return err
	}
	var runIDs []int
	for _, w := range all {
		switch {
		case w.Run != nil:
			runIDs = append(runIDs, w.Run.ID)
		case w.Item != nil && w.Item.RunID != nil:
			runIDs = append(runIDs, *w.Item.RunID)
		}
	}
	rows, err := tx.RunStep.Query().Where(dbstep.RunIDIn(runIDs...)).All(ctx)
	if err != nil {
		return err
	}
	inOrder(rows)
	steps := map[int][]*db.RunStep{}
	for _, r := range rows {
		steps[r.RunID] = append(steps[r.RunID], r)
	}
	for i := range all {
		switch w := &all[i]; {
		case w.Run != nil:
			w.Steps = steps[w.Run.ID]
			w.Condition = runCondition(w.Run, w.Steps)
		case w.Item != nil && w.Item.RunID != nil:
			w.Steps = steps[*w.Item.RunID]
		}
	}
	return addSubmitters(ctx, tx, all)
}

// addItems adds the only item of jobs that have one, with its episode, and to runs the item that wanted them last.
func addItems(ctx context.Context, tx *db.Tx, all []Work) error {
	var jobIDs, runIDs []int
	for _, w := range all {
		switch {
		case w.Job != nil && w.Job.ItemsTotal == 1:
			jobIDs = append(jobIDs, w.Job.ID)
		case w.Run != nil:
			runIDs = append(runIDs, w.Run.ID)
		}
	}
	items, err := tx.JobItem.Query().Where(dbitem.Or(dbitem.JobIDIn(jobIDs...), dbitem.RunIDIn(runIDs...))).Order(dbitem.ByID()).All(ctx)
	if err != nil {
		return err
	}
	ofJob, ofRun, episodeIDs := map[int]*db.JobItem{}, map[int]*db.JobItem{}, []int{}
	for _, it := range items {
		ofJob[it.JobID] = it
		if it.RunID != nil {
			ofRun[*it.RunID] = it
		}
		if it.EpisodeID != nil {
			episodeIDs = append(episodeIDs, *it.EpisodeID)
		}
	}
	q := tx.Episode.Query().Where(dbepisode.IDIn(episodeIDs...))
	episodeOfWork(q)
	rows, err := q.All(ctx)
	if err != nil {
		return err
	}
	episodes := map[int]*db.Episode{}
	for _, e := range rows {
		episodes[e.ID] = e
	}
	for i := range all {
		switch w := &all[i]; {
		case w.Job != nil && w.Job.ItemsTotal == 1:
			if w.Item = ofJob[w.Job.ID]; w.Item != nil && w.Item.EpisodeID != nil {
				w.Episode = episodes[*w.Item.EpisodeID]
			}
		case w.Run != nil:
			w.Item = ofRun[w.Run.ID]
		}
	}
	return nil
}

func addSubmitters(ctx context.Context, tx *db.Tx, all []Work) error {
	var ids []int
	var names []string
	for _, w := range all {
		switch {
		case w.Run != nil && w.Run.PayerID != nil:
			ids = append(ids, *w.Run.PayerID)
		case w.Batch != nil && w.Batch.UserID != nil:
			ids = append(ids, *w.Batch.UserID)
		case w.Pass != nil && w.Pass.Actor != "":
			names = append(names, w.Pass.Actor)
		}
	}
	users, err := tx.User.Query().Where(dbuser.Or(dbuser.IDIn(ids...), dbuser.PublicIDIn(names...))).All(ctx)
	if err != nil {
		return err
	}
	byID, byName := map[int]*db.User{}, map[string]*db.User{}
	for _, u := range users {
		byID[u.ID], byName[u.PublicID] = u, u
	}
	for i := range all {
		switch w := &all[i]; {
		case w.Run != nil && w.Run.PayerID != nil:
			w.Submitter = byID[*w.Run.PayerID]
		case w.Batch != nil && w.Batch.UserID != nil:
			w.Submitter = byID[*w.Batch.UserID]
		case w.Pass != nil:
			w.Submitter = byName[w.Pass.Actor]
		}
	}
	return nil
}

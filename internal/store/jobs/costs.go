package jobs

import (
	"context"
	"slices"

	"mentionary/ent/db"
	dbjob "mentionary/ent/db/job"
	dbuser "mentionary/ent/db/user"
	"mentionary/internal/budget"
	"mentionary/internal/store/database"
)

// spending is the part of a statement that adds up the ledger by model; the names are those of ModelSpent.
const spending = ` u.model AS model, CAST(SUM(u.prompt_tokens) AS BIGINT) AS prompt, CAST(SUM(u.cached_tokens) AS BIGINT) AS cached,
	CAST(SUM(u.completion_tokens) AS BIGINT) AS completion, CAST(SUM(u.heard_ms) AS BIGINT) AS heard_ms,
	CAST(SUM(u.calls) AS BIGINT) AS calls FROM usages u`

// inPeriod limits the ledger to the days of a period.
const inPeriod = ` WHERE u.day >= ? AND u.day <= ?`

// ModelSpent is what calls of one model took.
type ModelSpent struct {
	Model      string `sql:"model"`
	Prompt     int    `sql:"prompt"`
	Cached     int    `sql:"cached"`
	Completion int    `sql:"completion"`
	HeardMS    int    `sql:"heard_ms"` // of audio, by a speech server
	Calls      int    `sql:"calls"`
}

// Tokens are what caps and prices count.
func (s ModelSpent) Tokens() budget.Tokens {
	return budget.Tokens{Prompt: s.Prompt, Cached: s.Cached, Completion: s.Completion}
}

// DaySpent is what was spent on a day.
type DaySpent struct {
	Day string `sql:"day"` // YYYY-MM-DD, UTC
	ModelSpent
}

// PersonSpent is what was spent for a person: nobody where the system paid, or the account is gone.
type PersonSpent struct {
	UserID *int `sql:"user_id"`
	ModelSpent
}

// JobSpent is what was spent for a job.
type JobSpent struct {
	JobID int `sql:"job_id"`
	ModelSpent
}

// Spending is the ledger of a period, a line for each model.
type Spending struct {
	Days   []DaySpent
	People []PersonSpent // of the people who spent the most, and of the system
	Jobs   []JobSpent    // of the jobs that spent the most
	Names  map[int]*db.User
	Titles map[int]*db.Job // with their submitters
}

// Spending adds up the ledger of a period. Of people and jobs it has those that spent the most, at most so many; audio weighs as
// budget.MSPerToken says. A run that
// several jobs wanted counts for the first of them, so that nothing counts twice.
func (s *Store) Spending(ctx context.Context, p database.Period, most int) (Spending, error) {
	return database.Read(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (out Spending, err error) {
		first, last := database.DayOf(p.From), database.DayOf(p.Last())
		if out.Days, err = database.Query[DaySpent](ctx, s.DB, tx, `SELECT u.day AS day,`+spending+inPeriod+
			` GROUP BY u.day, u.model ORDER BY u.day, u.model`, first, last); err != nil {
			return out, err
		}
		if out.People, err = database.Query[PersonSpent](ctx, s.DB, tx, `SELECT u.user_id AS user_id,`+spending+
			` JOIN (SELECT COALESCE(u.user_id, 0) AS id FROM usages u`+inPeriod+` GROUP BY COALESCE(u.user_id, 0)
			ORDER BY SUM(u.prompt_tokens + u.completion_tokens + u.heard_ms/10) DESC, COALESCE(u.user_id, 0) LIMIT ?) m
			ON m.id = COALESCE(u.user_id, 0)`+
			inPeriod+` GROUP BY u.user_id, u.model`, first, last, most, first, last); err != nil {
			return out, err
		}
		// The first job of each run is looked up by the index of items on their run.
		if out.Jobs, err = database.Query[JobSpent](ctx, s.DB, tx, `WITH spent AS (SELECT
			(SELECT MIN(i.job_id) FROM job_items i WHERE i.run_id = r.run_id) AS job_id, r.* FROM (SELECT u.run_id AS run_id,`+spending+inPeriod+
			` GROUP BY u.run_id, u.model) r)
			SELECT s.job_id AS job_id, s.model AS model, CAST(SUM(s.prompt) AS BIGINT) AS prompt, CAST(SUM(s.cached) AS BIGINT) AS cached,
			CAST(SUM(s.completion) AS BIGINT) AS completion, CAST(SUM(s.heard_ms) AS BIGINT) AS heard_ms,
			CAST(SUM(s.calls) AS BIGINT) AS calls FROM spent s
			JOIN (SELECT job_id FROM spent WHERE job_id IS NOT NULL GROUP BY job_id
			ORDER BY SUM(prompt + completion + heard_ms/10) DESC, job_id DESC LIMIT ?) m
			ON m.job_id = s.job_id GROUP BY s.job_id, s.model`, first, last, most); err != nil {
			return out, err
		}
		return out, out.addNames(ctx, tx)
	})
}

// addNames finds out who and what the lines are about.
func (o *Spending) addNames(ctx context.Context, tx *db.Tx) error {
	var people, jobs []int
	for _, p := range o.People {
		if p.UserID != nil {
			people = append(people, *p.UserID)
		}
	}
	for _, j := range o.Jobs {
		jobs = append(jobs, j.JobID)
	}
	users, err := tx.User.Query().Where(dbuser.IDIn(distinct(people)...)).All(ctx)
	if err != nil {
		return err
	}
	rows, err := tx.Job.Query().Where(dbjob.IDIn(distinct(jobs)...)).WithUser().All(ctx)
	o.Names, o.Titles = make(map[int]*db.User, len(users)), make(map[int]*db.Job, len(rows))
	for _, u := range users {
		o.Names[u.ID] = u
	}
	for _, j := range rows {
		o.Titles[j.ID] = j
	}
	return err
}

func distinct(ids []int) []int {
	slices.Sort(ids)
	return slices.Compact(ids)
}

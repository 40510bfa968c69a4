package people

import (
	"context"
	"slices"

	"mentionary/ent/db"
	dbbatch "mentionary/ent/db/batch"
	dbbudget "mentionary/ent/db/budget"
	dbepisode "mentionary/ent/db/episode"
	dbjob "mentionary/ent/db/job"
	dbrecurring "mentionary/ent/db/recurringbatch"
	dbreport "mentionary/ent/db/report"
	dbrun "mentionary/ent/db/run"
	dbusage "mentionary/ent/db/usage"
	dbuser "mentionary/ent/db/user"
	dbwant "mentionary/ent/db/want"
	"mentionary/internal/fault"
	"mentionary/internal/store/database"
	"mentionary/internal/store/jobs"
	"mentionary/internal/work"
)

// DeletedAccount names the workflows that are to be cancelled after an account was deleted.
type DeletedAccount struct {
	Jobs []jobs.JobRef
	Runs []jobs.RunRef
}

// DeleteAccount deletes a person and everything that says whose it was, in one transaction: profile, sessions, tokens,
// favorites, follows, reports, uploads, jobs, and private episodes with what only they mentioned. Work that others want
// goes on; public episodes stay, without a word about who sent them or gave their transcripts. What remains of the person
// is a random public id in the audit log and in merges, and the hash that EnsureRoleOnce remembers.
//
// The last active admin cannot be deleted (Conflict).
func (s *Store) DeleteAccount(ctx context.Context, userID int) (DeletedAccount, error) {
	return database.Write(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (DeletedAccount, error) {
		d := &deletion{s: s, tx: tx}
		if err := d.lockPerson(ctx, userID); err != nil {
			return DeletedAccount{}, err
		}
		for _, step := range []func(context.Context) error{d.stopWork, d.deletePrivate, d.disown, d.deletePerson} {
			if err := step(ctx); err != nil {
				return DeletedAccount{}, err
			}
		}
		return d.stopped, s.Raise(ctx, tx)
	})
}

// deletion is the deletion of one account under way.
type deletion struct {
	s       *Store
	tx      *db.Tx
	user    *db.User
	stopped DeletedAccount
}

// lockPerson locks the person, and all admins when the person is one: of two admins who leave at once only one may.
func (d *deletion) lockPerson(ctx context.Context, userID int) error {
	q := d.tx.User.Query().Where(dbuser.Or(dbuser.ID(userID), dbuser.RoleEQ(dbuser.RoleAdmin))).Order(dbuser.ByID())
	rows, err := jobs.ForUpdate(d.s.DB, q, jobs.BesideReferences).All(ctx)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(rows, func(u *db.User) bool { return u.ID == userID })
	if i < 0 {
		return fault.New(fault.NotFound, "This account no longer exists.")
	}
	d.user = rows[i]
	admins := slices.DeleteFunc(rows, func(u *db.User) bool { return u.Role != dbuser.RoleAdmin || !u.IsActive })
	if slices.Contains(admins, d.user) && !anybodyBut(d.user, admins) {
		return fault.New(fault.Conflict, "You are the last administrator. Please make somebody else an administrator first.")
	}
	return nil
}

// stopWork deletes the person's batches, cancels the person's open jobs, gives up what they want, cancels whatever else works
// on private episodes, and deletes the jobs.
func (d *deletion) stopWork(ctx context.Context) error {
	// First, so that none of them makes another job.
	if _, err := d.tx.Batch.Delete().Where(dbbatch.UserID(d.user.ID)).Exec(ctx); err != nil {
		return err
	}
	own, err := d.tx.Job.Query().Where(dbjob.UserID(d.user.ID)).Select(dbjob.FieldID).Ints(ctx)
	if err != nil {
		return err
	}
	private, err := d.tx.Run.Query().Where(dbrun.StateEQ(work.RunLive), dbrun.HasEpisodeWith(d.privateEpisodes()...)).IDs(ctx)
	if err != nil {
		return err
	}
	wanting, err := d.tx.Want.Query().Where(dbwant.RunIDIn(private...)).Select(dbwant.FieldJobID).Ints(ctx)
	if err != nil {
		return err
	}
	// In the order of ids, like everybody who locks several jobs.
	all := slices.Concat(own, wanting)
	slices.Sort(all)
	for _, id := range slices.Compact(all) {
		j, err := d.s.jobs.LockJob(ctx, d.tx, id)
		if err != nil {
			return err
		}
		if j.UserID == nil || *j.UserID != d.user.ID {
			continue
		}
		if err := d.stopJob(ctx, j); err != nil {
			return err
		}
	}
	slices.Sort(private)
	for _, id := range private {
		if err := d.stopRun(ctx, id); err != nil {
			return err
		}
	}
	_, err = d.tx.Job.Delete().Where(dbjob.UserID(d.user.ID)).Exec(ctx)
	return err
}

func (d *deletion) stopJob(ctx context.Context, j *db.Job) error {
	j.Edges.User = d.user
	stop := d.s.jobs.LeaveRuns // a closed job may still want a run that completes it
	if j.State.Open() {
		d.stopped.Jobs = append(d.stopped.Jobs, jobs.RefWithUser(j))
		stop = d.s.jobs.CancelJobIn
	}
	runs, err := stop(ctx, d.tx, j.ID)
	d.stopped.Runs = append(d.stopped.Runs, runs...)
	return err
}

// stopRun cancels a run on a private episode that somebody else wants.
func (d *deletion) stopRun(ctx context.Context, id int) error {
	run, err := d.s.jobs.LockRun(ctx, d.tx, id)
	if err != nil || run.State != work.RunLive {
		return err
	}
	ref, err := d.s.jobs.RunRef(ctx, d.tx, run)
	if err != nil {
		return err
	}
	d.stopped.Runs = append(d.stopped.Runs, ref)
	return d.s.jobs.CloseRun(ctx, d.tx, run, work.RunCancelled, jobs.Failure{})
}

// disown takes the person out of what stays: transcripts of public episodes, runs that others wanted, the token ledger.
func (d *deletion) disown(ctx context.Context) error {
	// The column is immutable for everybody else.
	if err := d.s.Exec(ctx, d.tx, "UPDATE transcripts SET provided_by = NULL WHERE provided_by = ?", d.user.ID); err != nil {
		return err
	}
	if err := d.tx.Run.Update().Where(dbrun.PayerID(d.user.ID)).ClearPayerID().Exec(ctx); err != nil {
		return err
	}
	if err := d.tx.Usage.Update().Where(dbusage.UserID(d.user.ID)).ClearUserID().Exec(ctx); err != nil {
		return err
	}
	if err := d.tx.RecurringBatch.Update().Where(dbrecurring.UserID(d.user.ID)).ClearUserID().Exec(ctx); err != nil {
		return err
	}
	// Natural keys of what others may see by now hold the sender's public id.
	anybody := database.RandomKey()
	kept, err := d.tx.Episode.Query().Where(dbepisode.OwnerID(d.user.ID)).All(ctx)
	if err != nil {
		return err
	}
	for _, e := range kept {
		err := d.tx.Episode.UpdateOneID(e.ID).SetExternalID(renamed(e.ExternalID, d.user.PublicID, anybody)).ClearOwnerID().Exec(ctx)
		if err != nil {
			return err
		}
	}
	return d.disownChannels(ctx, anybody)
}

// deletePerson deletes the rest; sessions, tokens, favorites, follows and uploads go with the account.
func (d *deletion) deletePerson(ctx context.Context) error {
	if _, err := d.tx.Report.Delete().Where(dbreport.UserID(d.user.ID)).Exec(ctx); err != nil {
		return err
	}
	if _, err := d.tx.Budget.Delete().Where(dbbudget.Scope(jobs.BudgetOf(d.user.ID))).Exec(ctx); err != nil {
		return err
	}
	if err := d.tx.User.DeleteOneID(d.user.ID).Exec(ctx); err != nil {
		return err
	}
	return d.s.ForgetSpent(ctx, d.tx, d.user.ID)
}

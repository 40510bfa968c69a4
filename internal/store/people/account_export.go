package people

import (
	"context"

	"entgo.io/ent/dialect/sql"

	"mentionary/ent/db"
	dbbatch "mentionary/ent/db/batch"
	dbbatchitem "mentionary/ent/db/batchitem"
	dbepisode "mentionary/ent/db/episode"
	dbfavorite "mentionary/ent/db/favorite"
	dbfollow "mentionary/ent/db/follow"
	dbjob "mentionary/ent/db/job"
	dbitem "mentionary/ent/db/jobitem"
	dbmention "mentionary/ent/db/mention"
	dbreport "mentionary/ent/db/report"
	dbsession "mentionary/ent/db/session"
	dbtoken "mentionary/ent/db/token"
	dbtranscript "mentionary/ent/db/transcript"
	dbupload "mentionary/ent/db/upload"
	dbusage "mentionary/ent/db/usage"
	"mentionary/internal/store/database"
)

// Own reads everything that belongs to one person, for their export. Each method hands over rows in the order of their
// ids, page by page, so that memory stays bounded; it stops at the first error of give. Rows that are written meanwhile
// may be in it or not.
type Own struct {
	s    *Store
	user int
}

// Own returns the reader of a person's own data.
func (s *Store) Own(userID int) Own { return Own{s, userID} }

// The sizes of pages: rows that hold whole transcripts come one at a time.
const (
	exportRows  = 500
	exportTexts = 1

	exportBatches = 10 // of up to a thousand lines each
)

// pages hands over rows page by page: each page holds up to size rows with ids beyond the last one's.
func pages[T any](ctx context.Context, s *Store, size int, page func(after int) ([]T, error), id func(T) int, give func(T) error) error {
	for after := 0; ; {
		rows, err := page(after)
		if err != nil {
			return s.Fault(err)
		}
		for _, r := range rows {
			if err := give(r); err != nil {
				return err
			}
			after = id(r)
		}
		if len(rows) < size || ctx.Err() != nil {
			return ctx.Err()
		}
	}
}

// Sessions hands over sessions, ended ones that are still kept too.
func (o Own) Sessions(ctx context.Context, give func(*db.Session) error) error {
	return pages(ctx, o.s, exportRows, func(after int) ([]*db.Session, error) {
		return o.s.RO.Session.Query().Where(dbsession.UserID(o.user), dbsession.IDGT(after)).Order(dbsession.ByID()).Limit(exportRows).All(ctx)
	}, func(r *db.Session) int { return r.ID }, give)
}

// Tokens hands over access tokens, ended ones that are still kept too.
func (o Own) Tokens(ctx context.Context, give func(*Token) error) error {
	return pages(ctx, o.s, exportRows, func(after int) ([]*Token, error) {
		return o.s.RO.Token.Query().Where(dbtoken.UserID(o.user), dbtoken.IDGT(after)).Order(dbtoken.ByID()).Limit(exportRows).All(ctx)
	}, func(r *Token) int { return r.ID }, give)
}

// Favorites hands over favorites with what they stand for; that is left out where the person may not see it any more.
func (o Own) Favorites(ctx context.Context, give func(FavoriteItem) error) error {
	return pages(ctx, o.s, exportRows, func(after int) ([]FavoriteItem, error) {
		items, err := database.Read(ctx, o.s.DB, func(ctx context.Context, tx *db.Tx) ([]FavoriteItem, error) {
			rows, err := tx.Favorite.Query().Where(dbfavorite.UserID(o.user), dbfavorite.IDGT(after)).Order(dbfavorite.ByID()).
				Limit(exportRows).All(ctx)
			if err != nil {
				return nil, err
			}
			return withObjects(ctx, tx, rows)
		})
		for i := range items {
			if e := items[i].Episode; e != nil && !o.sees(e) {
				items[i].Episode = nil
			}
			if e := items[i].Entity; e != nil && e.Hidden {
				items[i].Entity = nil
			}
		}
		return items, err
	}, func(r FavoriteItem) int { return r.Favorite.ID }, give)
}

// sees reports whether an episode is public or the person's own.
func (o Own) sees(e *db.Episode) bool {
	return e.Visibility == dbepisode.VisibilityPublic || e.OwnerID != nil && *e.OwnerID == o.user
}

// Follows hands over follows with their channels.
func (o Own) Follows(ctx context.Context, give func(*db.Follow) error) error {
	return pages(ctx, o.s, exportRows, func(after int) ([]*db.Follow, error) {
		return o.s.RO.Follow.Query().Where(dbfollow.UserID(o.user), dbfollow.IDGT(after)).WithChannel().Order(dbfollow.ByID()).Limit(exportRows).
			All(ctx)
	}, func(r *db.Follow) int { return r.ID }, give)
}

// Report is a person's note that something in the directory is wrong.
type Report = db.Report

// Reports hands over reports.
func (o Own) Reports(ctx context.Context, give func(*Report) error) error {
	return pages(ctx, o.s, exportRows, func(after int) ([]*Report, error) {
		return o.s.RO.Report.Query().Where(dbreport.UserID(o.user), dbreport.IDGT(after)).Order(dbreport.ByID()).Limit(exportRows).All(ctx)
	}, func(r *Report) int { return r.ID }, give)
}

// Jobs hands over jobs without their items.
func (o Own) Jobs(ctx context.Context, give func(*db.Job) error) error {
	return pages(ctx, o.s, exportRows, func(after int) ([]*db.Job, error) {
		return o.s.RO.Job.Query().Where(dbjob.UserID(o.user), dbjob.IDGT(after)).Order(dbjob.ByID()).Limit(exportRows).All(ctx)
	}, func(r *db.Job) int { return r.ID }, give)
}

// Items hands over the items of one of the person's jobs.
func (o Own) Items(ctx context.Context, jobID int, give func(*db.JobItem) error) error {
	return pages(ctx, o.s, exportRows, func(after int) ([]*db.JobItem, error) {
		return o.s.RO.JobItem.Query().Where(dbitem.HasJobWith(dbjob.ID(jobID), dbjob.UserID(o.user)), dbitem.IDGT(after)).
			Order(dbitem.ByID()).Limit(exportRows).All(ctx)
	}, func(r *db.JobItem) int { return r.ID }, give)
}

// Batches hands over batches with their lines.
func (o Own) Batches(ctx context.Context, give func(*db.Batch) error) error {
	return pages(ctx, o.s, exportBatches, func(after int) ([]*db.Batch, error) {
		return o.s.RO.Batch.Query().Where(dbbatch.UserID(o.user), dbbatch.IDGT(after)).
			WithItems(func(q *db.BatchItemQuery) { q.Order(dbbatchitem.ByPosition()) }).Order(dbbatch.ByID()).Limit(exportBatches).All(ctx)
	}, func(r *db.Batch) int { return r.ID }, give)
}

// Uploads hands over uploaded files with their texts.
func (o Own) Uploads(ctx context.Context, give func(*db.Upload) error) error {
	return pages(ctx, o.s, exportTexts, func(after int) ([]*db.Upload, error) {
		return o.s.RO.Upload.Query().Where(dbupload.UserID(o.user), dbupload.IDGT(after)).WithTranscript().
			Order(dbupload.ByID()).Limit(exportTexts).All(ctx)
	}, func(r *db.Upload) int { return r.ID }, give)
}

// PrivateEpisodes hands over the episodes of the person that only they and moderators see, with channel and chapters.
func (o Own) PrivateEpisodes(ctx context.Context, give func(*db.Episode) error) error {
	return pages(ctx, o.s, exportRows, func(after int) ([]*db.Episode, error) {
		return o.s.RO.Episode.Query().
			Where(dbepisode.OwnerID(o.user), dbepisode.VisibilityEQ(dbepisode.VisibilityPrivate), dbepisode.IDGT(after)).
			WithChannel().WithChapters().Order(dbepisode.ByID()).Limit(exportRows).All(ctx)
	}, func(r *db.Episode) int { return r.ID }, give)
}

// Mentions hands over the mentions of one of the person's own episodes with their entities.
func (o Own) Mentions(ctx context.Context, episodeID int, give func(*db.Mention) error) error {
	return pages(ctx, o.s, exportRows, func(after int) ([]*db.Mention, error) {
		return o.s.RO.Mention.Query().
			Where(dbmention.HasEpisodeWith(dbepisode.ID(episodeID), dbepisode.OwnerID(o.user)), dbmention.IDGT(after)).
			WithEntity().Order(dbmention.ByID()).Limit(exportRows).All(ctx)
	}, func(r *db.Mention) int { return r.ID }, give)
}

// Transcripts hands over the transcripts that the person gave, with their episodes.
func (o Own) Transcripts(ctx context.Context, give func(*db.Transcript) error) error {
	return pages(ctx, o.s, exportTexts, func(after int) ([]*db.Transcript, error) {
		return o.s.RO.Transcript.Query().Where(dbtranscript.ProvidedBy(o.user), dbtranscript.IDGT(after)).WithEpisode().
			Order(dbtranscript.ByID()).Limit(exportTexts).All(ctx)
	}, func(r *db.Transcript) int { return r.ID }, give)
}

// DayUsage is what a person's work cost on one day with one model, in tokens of the language model or seconds of audio.
type DayUsage struct {
	Day              string `json:"day"` // YYYY-MM-DD, UTC
	Model            string `json:"model"`
	PromptTokens     int    `json:"promptTokens"`
	CachedTokens     int    `json:"cachedTokens"`
	CompletionTokens int    `json:"completionTokens"`
	ReasoningTokens  int    `json:"reasoningTokens"`
	HeardSeconds     int    `json:"heardSeconds,omitempty"` // of audio, by a speech server
	Calls            int    `json:"calls"`
}

// Usage returns the person's share of the token ledger by day and model.
func (o Own) Usage(ctx context.Context) ([]DayUsage, error) {
	var rows []struct {
		Day, Model                            string
		Prompt, Cached, Completion, Reasoning int
		Heard, Calls                          int
	}
	sum := func(column, name string) db.AggregateFunc { return db.As(db.Sum(column), name) }
	err := o.s.RO.Usage.Query().Where(dbusage.UserID(o.user)).Order(dbusage.ByDay(), dbusage.ByModel(sql.OrderAsc())).
		GroupBy(dbusage.FieldDay, dbusage.FieldModel).
		Aggregate(sum(dbusage.FieldPromptTokens, "prompt"), sum(dbusage.FieldCachedTokens, "cached"),
			sum(dbusage.FieldCompletionTokens, "completion"), sum(dbusage.FieldReasoningTokens, "reasoning"), sum(dbusage.FieldHeardMs, "heard"),
			sum(dbusage.FieldCalls, "calls")).
		Scan(ctx, &rows)
	out := make([]DayUsage, 0, len(rows))
	for _, r := range rows {
		out = append(out, DayUsage{r.Day, r.Model, r.Prompt, r.Cached, r.Completion, r.Reasoning, r.Heard / 1000, r.Calls})
	}
	return out, o.s.Fault(err)
}

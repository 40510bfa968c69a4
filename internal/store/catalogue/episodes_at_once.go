package catalogue

import (
	"context"
	stdsql "database/sql"
	"encoding/json"
	"errors"

	"entgo.io/ent/dialect/sql"

	"mentionary/ent/db"
	dbchannel "mentionary/ent/db/channel"
	dbepisode "mentionary/ent/db/episode"
	"mentionary/internal/store/database"
)

// episodeColumns are the columns of an episode that lists show, as scanEpisode reads them.
var episodeColumns = []string{
	dbepisode.FieldID, dbepisode.FieldPlatform, dbepisode.FieldVideoID, dbepisode.FieldChannelID, dbepisode.FieldVisibility,
	dbepisode.FieldTitle, dbepisode.FieldDescription, dbepisode.FieldThumbnailURL, dbepisode.FieldPageURL, dbepisode.FieldMediaURL,
	dbepisode.FieldDuration, dbepisode.FieldViewCount, dbepisode.FieldPublishedAt, dbepisode.FieldLanguage, dbepisode.FieldTranscriptID,
	dbepisode.FieldGiven, dbepisode.FieldRefusedAt, dbepisode.FieldIsProcessed, dbepisode.FieldProcessedAt, dbepisode.FieldTypeCounts,
	dbepisode.FieldMentionCount, dbepisode.FieldEntityCount,
}

// episodesAtOnce asks for a page of everything that is public, with channels and total, in one statement, which sees one state without a
// transaction. A page without rows has no total. Of episodes it fills in episodeColumns, of channels what they are called and found by.
func (s *Store) episodesAtOnce(ctx context.Context, f EpisodeFilter) (page []*db.Episode, total Total, err error) {
	limit := database.PageSize(f.Limit)
	q := sql.Dialect(s.Dialect()).Select().From(sql.Table(dbepisode.Table))
	q.Select(q.Columns(episodeColumns...)...)
	f.Viewer.Visible()(q)
	dbepisode.IsProcessed(true)(q)
	f.newestFirst(q)
	channel := sql.Table(dbchannel.Table)
	q.LeftJoin(channel).On(q.C(dbepisode.FieldChannelID), channel.C(dbchannel.FieldID))
	q.AppendSelect(channel.C(dbchannel.FieldPublicID), channel.C(dbchannel.FieldName)).
		AppendSelectExprAs(keptTotal(database.KeptEpisodes, ""), "total")
	statement, args := q.Offset(f.Offset).Limit(limit).Query()
	page = make([]*db.Episode, 0, limit)
	err = s.EachRow(ctx, statement, args, func(rows *stdsql.Rows) error {
		e, err := scanEpisode(rows, &total.N)
		page = append(page, e)
		return err
	})
	return page, total, err
}

// scanEpisode reads a row of episodeColumns, its channel and the total.
func scanEpisode(rows *stdsql.Rows, total *int) (*db.Episode, error) {
	e := &db.Episode{}
	var counts []byte
	var channelID, channelName stdsql.NullString
	err := rows.Scan((*database.Number)(&e.ID), &e.Platform, &e.VideoID, &e.ChannelID, (*string)(&e.Visibility), &e.Title, &e.Description,
		&e.ThumbnailURL, &e.PageURL, &e.MediaURL, (*database.Number)(&e.Duration), &e.ViewCount, &e.PublishedAt, &e.Language, &e.TranscriptID,
		&e.Given, &e.RefusedAt, &e.IsProcessed, &e.ProcessedAt, &counts, (*database.Number)(&e.MentionCount),
		(*database.Number)(&e.EntityCount), &channelID, &channelName, (*database.Number)(total))
	if err == nil && e.ChannelID != nil {
		e.Edges.Channel = &db.Channel{ID: *e.ChannelID, PublicID: channelID.String, Name: channelName.String}
	}
	if len(counts) > 0 {
		err = errors.Join(err, json.Unmarshal(counts, &e.TypeCounts))
	}
	return e, err
}

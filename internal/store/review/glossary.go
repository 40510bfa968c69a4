package review

import (
	"context"
	"strconv"

	"entgo.io/ent/dialect/sql"

	"mentionary/ent/db"
	dbglossary "mentionary/ent/db/glossary"
	"mentionary/internal/extract"
	"mentionary/internal/fault"
	"mentionary/internal/mention"
	"mentionary/internal/store/database"
)

// maxLines bounds a channel's glossary: all of it is read with every analysis.
const maxLines = 5_000

// Line is what a channel's glossary says about words.
type Line struct {
	ChannelID int
	Heard     string
	Type      mention.Type // of the claims it is about; empty: any but sponsors
	Blocked   bool
	Meant     string
	MeantType mention.Type
	EntityID  int

	sentence string
	aboutID  int
}

// GlossaryFilter limits a list of lines.
type GlossaryFilter struct {
	ChannelID     int    // 0: all channels
	Search        string // in what is heard or meant
	Limit, Offset int
}

// Glossary lists lines with their channels, those changed last first, and the number of all.
func (s *Store) Glossary(ctx context.Context, f GlossaryFilter) ([]*db.Glossary, int, error) {
	return database.ReadPage(ctx, s.DB, func(ctx context.Context, tx *db.Tx) ([]*db.Glossary, int, error) {
		q := tx.Glossary.Query()
		if f.ChannelID != 0 {
			q.Where(dbglossary.ChannelID(f.ChannelID))
		}
		if f.Search != "" {
			q.Where(dbglossary.Or(dbglossary.HeardContainsFold(f.Search), dbglossary.MeantContainsFold(f.Search)))
		}
		total, err := q.Clone().Count(ctx)
		if err != nil {
			return nil, 0, err
		}
		rows, err := q.WithChannel().Order(dbglossary.ByUpdatedAt(sql.OrderDesc()), dbglossary.ByID(sql.OrderDesc())).
			Limit(database.PageSize(f.Limit)).Offset(f.Offset).All(ctx)
		return rows, total, err
	})
}

// AddLines writes lines into a channel's glossary; what is there about the same words is replaced.
//
// Idempotent: lines are keyed by channel, words, type and sentence.
func (s *Store) AddLines(ctx context.Context, channelID int, lines []Line, by database.Actor) ([]*db.Glossary, error) {
	return database.Write(ctx, s.DB, func(ctx context.Context, tx *db.Tx) ([]*db.Glossary, error) {
		if err := s.LockRows(ctx, tx, "channels", []int{channelID}); err != nil {
			return nil, err
		}
		if _, err := tx.Channel.Get(ctx, channelID); db.IsNotFound(err) {
			return nil, fault.New(fault.NotFound, "There is no such channel.")
		} else if err != nil {
			return nil, err
		}
		ids := make([]int, 0, len(lines))
		for _, l := range lines {
			l.ChannelID = channelID
			done, err := s.writeLine(ctx, tx, l, by)
			if err != nil {
				return nil, err
			}
			ids = append(ids, done.ID)
		}
		n, err := tx.Glossary.Query().Where(dbglossary.ChannelID(channelID)).Count(ctx)
		if err != nil {
			return nil, err
		}
		if n > maxLines {
			return nil, fault.Newf(fault.Conflict, "A channel's glossary has room for %d lines. Delete some of them first.", maxLines)
		}
		err = s.Audit(ctx, tx, by, "glossary.add", channelObject(channelID), nil, map[string]any{"lines": len(lines), "first": lines[0].Heard})
		if err != nil {
			return nil, err
		}
		return tx.Glossary.Query().Where(dbglossary.IDIn(ids...)).WithChannel().Order(dbglossary.ByID()).All(ctx)
	})
}

// EditLine changes a line of a glossary.
func (s *Store) EditLine(ctx context.Context, id int, l Line, by database.Actor) (*db.Glossary, error) {
	return database.Write(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*db.Glossary, error) {
		old, err := line(ctx, tx, id)
		if err != nil {
			return nil, err
		}
		if err := s.LockRows(ctx, tx, "channels", []int{old.ChannelID}); err != nil {
			return nil, err
		}
		l.ChannelID, l.sentence = old.ChannelID, old.Sentence
		if l.Meant == old.Meant && string(l.MeantType) == old.MeantType {
			l.EntityID = old.EntityID
		}
		if extract.Key(l.Heard) == old.HeardKey {
			l.aboutID = old.AboutID
		}
		done, err := s.writeLine(ctx, tx, l, by)
		if err != nil {
			return nil, err
		}
		if done.ID != id { // it is about other words now
			if err := tx.Glossary.DeleteOneID(id).Exec(ctx); err != nil {
				return nil, err
			}
		}
		err = s.Audit(ctx, tx, by, "glossary.edit", channelObject(old.ChannelID), lineFacts(old), lineFacts(l.row()))
		if err != nil {
			return nil, err
		}
		return tx.Glossary.Query().Where(dbglossary.ID(done.ID)).WithChannel().Only(ctx)
	})
}

// DeleteLine forgets a line of a glossary. Deleting twice is the same as once.
func (s *Store) DeleteLine(ctx context.Context, id int, by database.Actor) error {
	return s.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		old, err := line(ctx, tx, id)
		if fault.Is(err, fault.NotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		if err := tx.Glossary.DeleteOneID(id).Exec(ctx); err != nil {
			return err
		}
		return s.Audit(ctx, tx, by, "glossary.delete", channelObject(old.ChannelID), lineFacts(old), nil)
	})
}

func line(ctx context.Context, tx *db.Tx, id int) (*db.Glossary, error) {
	row, err := tx.Glossary.Get(ctx, id)
	if db.IsNotFound(err) {
		err = fault.New(fault.NotFound, "There is no such line in a glossary.")
	}
	return row, err
}

// writeLine writes a line over the one about the same words, and returns that.
func (s *Store) writeLine(ctx context.Context, tx *db.Tx, l Line, by database.Actor) (replaced, error) {
	row := l.row()
	if row.HeardKey == "" {
		return replaced{}, fault.New(fault.BadInput, "Enter the words that are heard, with at least one letter or digit.").WithField("heard")
	}
	if !l.Blocked && (extract.Key(l.Meant) == "" || l.MeantType == "") {
		return replaced{}, fault.New(fault.BadInput, "Say what is meant, and of what type it is.").WithField("meant")
	}
	before, err := tx.Glossary.Query().Where(dbglossary.ChannelID(l.ChannelID), dbglossary.HeardKey(row.HeardKey), dbglossary.Type(row.Type),
		dbglossary.Sentence(row.Sentence)).Only(ctx)
	if err != nil && !db.IsNotFound(err) {
		return replaced{}, err
	}
	now := s.Now()
	if before != nil {
		err := tx.Glossary.UpdateOneID(before.ID).SetHeard(row.Heard).SetBlocked(row.Blocked).SetMeant(row.Meant).SetMeantType(row.MeantType).
			SetEntityID(row.EntityID).SetAboutID(row.AboutID).SetRulingID(0).SetActor(by.PublicID).SetUpdatedAt(now).Exec(ctx)
		return replaced{ID: before.ID, Before: before}, err
	}
	made, err := tx.Glossary.Create().SetChannelID(l.ChannelID).SetHeard(row.Heard).SetHeardKey(row.HeardKey).SetType(row.Type).
		SetSentence(row.Sentence).SetBlocked(row.Blocked).SetMeant(row.Meant).SetMeantType(row.MeantType).SetEntityID(row.EntityID).
		SetAboutID(row.AboutID).SetActor(by.PublicID).SetCreatedAt(now).SetUpdatedAt(now).Save(ctx)
	if err != nil {
		return replaced{}, err
	}
	return replaced{ID: made.ID}, nil
}

func (l Line) row() *db.Glossary {
	r := &db.Glossary{
		Heard: database.Clip(l.Heard, 500), HeardKey: database.Clip(extract.Key(l.Heard), 500), Type: string(l.Type), Sentence: l.sentence,
		Blocked: l.Blocked, AboutID: l.aboutID,
	}
	if !l.Blocked {
		r.Meant, r.MeantType, r.EntityID = database.Clip(l.Meant, 500), string(l.MeantType), l.EntityID
	}
	return r
}

// restoreGlossary puts the lines back that a decision wrote over, and takes those away that it made. What somebody deleted or changed
// by hand since stays so; what another decision wrote over has to come back first.
func (u *undoing) restoreGlossary(ctx context.Context) error {
	for i := len(u.inverse.Glossary) - 1; i >= 0; i-- {
		g := u.inverse.Glossary[i]
		now, err := u.tx.Glossary.Get(ctx, g.ID)
		if db.IsNotFound(err) {
			continue
		}
		if err != nil {
			return err
		}
		switch {
		case now.RulingID == 0:
		case now.RulingID != u.ruling.ID:
			return decidedLater(now.RulingID)
		case g.Before == nil:
			err = u.tx.Glossary.DeleteOneID(g.ID).Exec(ctx)
		default:
			b := g.Before
			err = u.tx.Glossary.UpdateOneID(g.ID).SetHeard(b.Heard).SetBlocked(b.Blocked).SetMeant(b.Meant).SetMeantType(b.MeantType).
				SetEntityID(b.EntityID).SetAboutID(b.AboutID).SetRulingID(b.RulingID).SetActor(b.Actor).SetUpdatedAt(b.UpdatedAt).Exec(ctx)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func lineFacts(g *db.Glossary) map[string]any {
	if g.Blocked {
		return map[string]any{"heard": g.Heard, "blocked": true}
	}
	return map[string]any{"heard": g.Heard, "meant": g.Meant, "type": g.MeantType}
}

// channelObject names a channel in the audit log.
func channelObject(id int) string { return "channel/" + strconv.Itoa(id) }

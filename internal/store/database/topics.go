package database

import (
	"context"

	"mentionary/ent/db"
	"mentionary/internal/mention"
)

// setTopic is the hook that derives the topic of an entity when its field and category are written, which is always done together.
func setTopic(next db.Mutator) db.Mutator {
	return db.MutateFunc(func(ctx context.Context, m db.Mutation) (db.Value, error) {
		if e, ok := m.(*db.EntityMutation); ok {
			field, one := e.GetField()
			category, other := e.Category()
			if one || other {
				e.SetTopic(mention.TopicOf(field, category))
			}
		}
		return next.Mutate(ctx, m)
	})
}

// factTopics is the fact that keeps by which words the topics of the database were derived.
const factTopics, topicVersion = "topics derived", "1"

// topicsAtOnce is how many entities one transaction reads.
const topicsAtOnce = 2000

// deriveTopicsOnce derives the topics of what former releases stored.
func (d *DB) deriveTopicsOnce(ctx context.Context) error {
	done, err := d.Fact(ctx, factTopics)
	if err != nil || done == topicVersion {
		return err
	}
	err = d.packAll(ctx, func(ctx context.Context, tx *db.Tx, after int) (last int, err error) {
		rows, err := Query[struct {
			ID       int    `sql:"id"`
			Field    string `sql:"field"`
			Category string `sql:"category"`
			Topic    string `sql:"topic"`
		}](ctx, d, tx, `SELECT id, field, category, topic FROM entities WHERE id > ? AND (field <> '' OR category <> '' OR topic <> '')
			ORDER BY id LIMIT ?`, after, topicsAtOnce)
		for _, r := range rows {
			last = r.ID
			if topic := mention.TopicOf(r.Field, r.Category); topic != r.Topic {
				if err := d.Exec(ctx, tx, "UPDATE entities SET topic = ? WHERE id = ?", topic, r.ID); err != nil {
					return 0, err
				}
			}
		}
		return last, err
	})
	if err != nil {
		return err
	}
	return d.SetFact(ctx, factTopics, topicVersion)
}

package curate

import (
	"context"

	"mentionary/ent/db"
	dbalias "mentionary/ent/db/alias"
	"mentionary/ent/db/distinctpair"
	dbentity "mentionary/ent/db/entity"
	dbfavorite "mentionary/ent/db/favorite"
	dbglossary "mentionary/ent/db/glossary"
	dblink "mentionary/ent/db/link"
	dbreport "mentionary/ent/db/report"
)

// DropUnheld deletes an entity that nothing holds: no mention, list, given name or link is its own (what a public catalog gave is
// not: nobody said it), nobody keeps or reports it, nothing was merged into it or changed by hand, and no glossary means it. Learned
// names and marks that told it apart go with it. An entity that something holds stays, with all that it has.
func (s *Store) DropUnheld(ctx context.Context, tx *db.Tx, id int) error {
	unheld, err := tx.Entity.Query().Where(dbentity.ID(id), dbentity.MergedIntoIsNil(), dbentity.Not(dbentity.HasMentions()),
		dbentity.Not(dbentity.HasEpisodes()), dbentity.Not(dbentity.HasAliasesWith(dbalias.ChannelID(0))),
		dbentity.Not(dbentity.HasLinksWith(dblink.Catalogue(""))), dbentity.Not(dbentity.HasNameDecisions())).Exist(ctx)
	if err != nil || !unheld {
		return err
	}
	for _, holds := range []interface {
		Exist(ctx context.Context) (bool, error)
	}{
		tx.Favorite.Query().Where(dbfavorite.ItemTypeEQ(dbfavorite.ItemTypeEntity), dbfavorite.ItemID(id)),
		tx.Report.Query().Where(dbreport.ItemTypeEQ(dbreport.ItemTypeEntity), dbreport.ItemID(id)),
		tx.Entity.Query().Where(dbentity.Or(dbentity.MergedInto(id), dbentity.MayBe(id))),
		tx.Change.Query().Where(changesOf(id)),
		tx.Merge.Query().Where(mergesOf(id)),
		tx.Ruling.Query().Where(rulingsOf(id)),
		tx.Glossary.Query().Where(dbglossary.Or(dbglossary.EntityID(id), dbglossary.AboutID(id))),
	} {
		if held, err := holds.Exist(ctx); err != nil || held {
			return err
		}
	}
	if _, err := tx.Alias.Delete().Where(dbalias.EntityID(id)).Exec(ctx); err != nil {
		return err
	}
	if _, err := tx.DistinctPair.Delete().Where(distinctpair.Or(distinctpair.LowID(id), distinctpair.HighID(id))).Exec(ctx); err != nil {
		return err
	}
	return tx.Entity.DeleteOneID(id).Exec(ctx)
}

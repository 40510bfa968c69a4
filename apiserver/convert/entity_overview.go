package convert

import (
	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/store/catalogue"
)

// EntityOverview is where, when and with what an entity is mentioned.
func EntityOverview(o catalogue.EntityOverview) *v1.GetEntityOverviewResponse {
	return &v1.GetEntityOverviewResponse{
		Shows: All(o.Shows, func(s catalogue.EntityShow) *v1.EntityShow {
			return &v1.EntityShow{ChannelId: s.PublicID, Name: s.Name, Mentions: Number(s.Mentions), Episodes: Number(s.Episodes)}
		}),
		Months: All(o.Months, func(m catalogue.EntityMonth) *v1.EntityMonth {
			return &v1.EntityMonth{Month: m.Month, Mentions: Number(m.Mentions), Episodes: Number(m.Episodes)}
		}),
		Together: All(o.Together, func(c catalogue.Companion) *v1.EntityCompanion {
			return &v1.EntityCompanion{Id: Number(c.ID), Name: c.Name, Type: string(c.Type), Episodes: Number(c.Episodes)}
		}),
		Recommenders: All(o.Recommenders, func(r catalogue.Recommender) *v1.EntityRecommender {
			return &v1.EntityRecommender{
				Speaker: r.Speaker, ChannelId: r.PublicID, ChannelName: r.Channel, EpisodeId: Number(r.EpisodeID), EpisodeTitle: r.Episode,
			}
		}),
		RecommenderTotal: Number(o.Recommended),
	}
}

package apiserver

import (
	"context"

	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/store/jobs"
	"mentionary/policies"
)

// DefaultSubmissionsPerHour is how many jobs a user may submit in an hour when nothing else is configured.
const DefaultSubmissionsPerHour = 60

// DefaultUploadMiBPerDay is how many MiB of files a user may upload in a day when nothing else is configured.
const DefaultUploadMiBPerDay = 1024

// Limits of what one person may submit, by role. Files that are submitted together are one submission.
const (
	moderatorPerHour = 600
	adminPerHour     = 6_000

	userOpenJobs          = 100
	userOpenEpisodes      = 2_000
	userUploads           = 1_000 // as many as one job takes
	moderatorOpenJobs     = 1_000
	moderatorOpenEpisodes = 20_000
	moderatorUploads      = 10_000
	moderatorUploadTimes  = 10 // as many bytes as a user
)

// limitsOf answers what the viewer may submit. Nobody may less than a user may.
func (s *Server) limitsOf(v viewer) jobs.SubmitLimits {
	switch v.role {
	case policies.Admin:
		return jobs.SubmitLimits{PerHour: max(adminPerHour, s.SubmissionsPerHour)}
	case policies.Moderator:
		return jobs.SubmitLimits{
			PerHour: max(moderatorPerHour, s.SubmissionsPerHour), OpenJobs: moderatorOpenJobs, OpenEpisodes: moderatorOpenEpisodes,
			Uploads: moderatorUploads, UploadBytes: moderatorUploadTimes * s.UploadMiBPerDay << 20,
		}
	default:
		return jobs.SubmitLimits{
			PerHour: s.SubmissionsPerHour, OpenJobs: userOpenJobs, OpenEpisodes: userOpenEpisodes,
			Uploads: userUploads, UploadBytes: s.UploadMiBPerDay << 20,
		}
	}
}

// GetLimits implements the contract.
func (s accountService) GetLimits(ctx context.Context, _ *v1.GetLimitsRequest) (*v1.GetLimitsResponse, error) {
	v := viewerOf(ctx)
	perHour := s.limitsOf(v).PerHour
	spent, err := s.Store.Jobs.Spent(ctx, v.userID(), perHour)
	if err != nil {
		return nil, err
	}
	return &v1.GetLimitsResponse{
		SubmissionsPerHour: number(perHour), SubmissionsLeft: number(perHour - spent.Submissions),
		TokensPerDay: number(spent.TokensPerDay), TokensUsed: number(spent.TokensUsed),
		FollowsMax: jobs.MaxFollows, Follows: number(spent.Follows),
	}, nil
}

package apiserver

import (
	"context"

	"mentionary/apiserver/convert"
	"mentionary/apiserver/gate"
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

// limits are what users may submit, as configured.
type limits struct {
	perHour   int // jobs
	mibPerDay int // of uploads
	audioMiB  int // of one upload of audio; 0: none is taken
}

// of returns what the viewer may submit. Nobody may less than a user may.
func (l limits) of(v gate.Viewer) jobs.SubmitLimits {
	switch v.Role {
	case policies.Admin:
		return jobs.SubmitLimits{PerHour: max(adminPerHour, l.perHour)}
	case policies.Moderator:
		return jobs.SubmitLimits{
			PerHour: max(moderatorPerHour, l.perHour), OpenJobs: moderatorOpenJobs, OpenEpisodes: moderatorOpenEpisodes,
			Uploads: moderatorUploads, UploadBytes: moderatorUploadTimes * l.mibPerDay << 20,
		}
	default:
		return jobs.SubmitLimits{
			PerHour: l.perHour, OpenJobs: userOpenJobs, OpenEpisodes: userOpenEpisodes,
			Uploads: userUploads, UploadBytes: l.mibPerDay << 20,
		}
	}
}

// GetLimits implements the contract.
func (s accountService) GetLimits(ctx context.Context, _ *v1.GetLimitsRequest) (*v1.GetLimitsResponse, error) {
	v := gate.Of(ctx)
	perHour := s.limits.of(v).PerHour
	spent, err := s.store.Jobs.Spent(ctx, v.UserID(), perHour)
	if err != nil {
		return nil, err
	}
	return &v1.GetLimitsResponse{
		SubmissionsPerHour: convert.Number(perHour), SubmissionsLeft: convert.Number(perHour - spent.Submissions),
		TokensPerDay: convert.Number(spent.TokensPerDay), TokensUsed: convert.Number(spent.TokensUsed),
		MinutesPerDay: convert.Number(spent.HeardPerDay / convert.MSPerMinute),
		MinutesUsed:   convert.Number((spent.Heard + convert.MSPerMinute - 1) / convert.MSPerMinute),
		FollowsMax:    jobs.MaxFollows, Follows: convert.Number(spent.Follows), AudioMaxMib: convert.Number(s.limits.audioMiB),
	}, nil
}

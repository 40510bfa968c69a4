package apiserver

import (
	"context"

	"mentionary/apiserver/convert"
	"mentionary/apiserver/gate"
	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/fault"
	"mentionary/internal/media"
	"mentionary/internal/source/lines"
)

// ReadShowList implements the contract.
func (s showService) ReadShowList(ctx context.Context, r *v1.ReadShowListRequest) (*v1.ReadShowListResponse, error) {
	l, err := lines.Read(r.GetText())
	if err == nil && l.Format != lines.OPML {
		err = fault.New(fault.BadInput, "This is not a subscription list (OPML). Export one from your podcast app.").WithField("text")
	}
	if err != nil {
		return nil, err
	}
	known, err := s.knownShows(ctx, l.Lines)
	if err != nil {
		return nil, err
	}
	followed, err := s.followed(ctx)
	if err != nil {
		return nil, err
	}
	out := &v1.ReadShowListResponse{Dropped: convert.All(l.Dropped, convert.DroppedLine)}
	for _, x := range l.Lines {
		channel := known[x.Ref.Platform][x.Ref.ExternalID]
		out.Shows = append(out.Shows, &v1.NamedShow{
			Title: x.Title, Address: x.Text, ChannelId: convert.Optional(channel), IsFollowing: followed[channel],
		})
	}
	return out, nil
}

// knownShows returns the public ids of the channels that lines name, by platform and the source's id.
func (s showService) knownShows(ctx context.Context, all []lines.Line) (map[media.Platform]map[string]string, error) {
	ids := map[media.Platform][]string{}
	for _, x := range all {
		if x.Ref.Kind == media.KindFeed || x.Ref.Kind == media.KindChannel {
			ids[x.Ref.Platform] = append(ids[x.Ref.Platform], x.Ref.ExternalID)
		}
	}
	sees, out := s.gate.Sees(gate.Of(ctx)), map[media.Platform]map[string]string{}
	for platform, of := range ids {
		known, err := s.store.Catalogue.KnownChannels(ctx, platform, of, sees)
		if err != nil {
			return nil, err
		}
		out[platform] = known
	}
	return out, nil
}

// followed returns the public ids of the channels that the caller follows.
func (s showService) followed(ctx context.Context) (map[string]bool, error) {
	rows, err := s.store.Jobs.Follows(ctx, gate.Of(ctx).UserID())
	if err != nil {
		return nil, err
	}
	out := map[string]bool{}
	for _, f := range rows {
		out[f.Channel.Channel.PublicID] = true
	}
	return out, nil
}

package storetest

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/internal/fault"
	"mentionary/internal/media"
	"mentionary/internal/store"
	"mentionary/internal/store/database"
	"mentionary/internal/store/jobs"
	"mentionary/internal/work"
)

// channelOf publishes one episode of a channel whose id at its source is known, and returns the channel.
func (w *world) channelOf(name string) *store.Channel {
	w.Helper()
	run, text := w.run(episode{id: "of-" + name})
	require.NoError(w, w.s.Jobs.SaveEpisode(w.ctx, run,
		media.Episode{Platform: media.YouTube, ExternalID: "of-" + name, Title: name, Channel: listable(name)}))
	w.publish(run, text, nil)
	w.finish(run, work.RunDone)
	c, err := w.s.Catalogue.Channel(w.ctx, listable(name).ExternalID, store.Viewer{})
	require.NoError(w, err)
	return c.Channel
}

func listable(name string) media.Channel {
	return media.Channel{Platform: media.YouTube, ExternalID: fmt.Sprintf("UC%022s", name), Name: name}
}

func (w *world) follow(by *store.User, c *store.Channel) jobs.FollowRef {
	w.Helper()
	_, ref, err := w.s.Jobs.FollowChannel(w.ctx, store.Viewer{UserID: by.ID}, c.PublicID)
	require.NoError(w, err)
	return ref
}

func followSuite(t *testing.T, open Open) {
	t.Run("following twice is once, and unfollowing too", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		ann, bob := w.person("ann"), w.person("bob")
		me := store.Viewer{UserID: ann.ID}
		one, two := w.channelOf("one"), w.channelOf("two")
		first, ref, err := w.s.Jobs.FollowChannel(w.ctx, me, one.PublicID)
		require.NoError(t, err)
		require.Equal(t, jobs.FollowRef{ChannelID: one.ID, PublicID: one.PublicID, Platform: media.YouTube, Title: "one"}, ref)
		again, _, err := w.s.Jobs.FollowChannel(w.ctx, me, one.PublicID)
		require.NoError(t, err)
		require.Equal(t, first.Follow.ID, again.Follow.ID)
		require.Equal(t, first.Follow.CreatedAt, again.Follow.CreatedAt)
		w.follow(ann, two)
		w.follow(bob, one)
		list, err := w.s.Jobs.Follows(w.ctx, ann.ID)
		require.NoError(t, err)
		require.Len(t, list, 2)
		require.Equal(t, "two", list[0].Channel.Channel.Name, "newest first")
		require.Equal(t, "one", list[1].Channel.Channel.Name)
		all, err := w.s.Jobs.FollowedChannels(w.ctx)
		require.NoError(t, err)
		require.Len(t, all, 2)
		yes, err := w.s.Jobs.IsFollowing(w.ctx, me, one.PublicID)
		require.NoError(t, err)
		require.True(t, yes)

		id, last, err := w.s.Jobs.UnfollowChannel(w.ctx, me, one.PublicID)
		require.NoError(t, err)
		require.Equal(t, one.ID, id)
		require.False(t, last, "bob still follows it")
		for range 2 {
			_, last, err = w.s.Jobs.UnfollowChannel(w.ctx, store.Viewer{UserID: bob.ID}, one.PublicID)
			require.NoError(t, err)
			require.True(t, last)
		}
		yes, err = w.s.Jobs.IsFollowing(w.ctx, me, one.PublicID)
		require.NoError(t, err)
		require.False(t, yes)
		all, err = w.s.Jobs.FollowedChannels(w.ctx)
		require.NoError(t, err)
		require.Equal(t, []jobs.FollowRef{{ChannelID: two.ID, PublicID: two.PublicID, Platform: media.YouTube, Title: "two"}}, all)
	})
	t.Run("a channel that is not there, or has no source, cannot be followed", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		ann := w.person("ann")
		me := store.Viewer{UserID: ann.ID}
		_, _, err := w.s.Jobs.FollowChannel(w.ctx, me, "nowhere")
		require.True(t, fault.Is(err, fault.NotFound), "%v", err)
		require.Equal(t, "Channel not found", fault.Of(err).Sentence)
		_, err = w.s.Jobs.IsFollowing(w.ctx, me, "nowhere")
		require.True(t, fault.Is(err, fault.NotFound), "%v", err)
		_, _, err = w.s.Jobs.UnfollowChannel(w.ctx, me, "nowhere")
		require.True(t, fault.Is(err, fault.NotFound), "%v", err)

		run, _ := w.run(episode{id: "mine", by: ann, upload: true})
		require.NoError(t, w.s.Jobs.SaveEpisode(w.ctx, run, media.Episode{
			Platform: media.Upload, ExternalID: "mine", Title: "Mine",
			Channel: media.Channel{Platform: media.Upload, ExternalID: "user:ann:talks", Name: "Talks"},
		}))
		work, err := w.s.Jobs.RunWork(w.ctx, run)
		require.NoError(t, err)
		files := work.Episode.Edges.Channel.PublicID
		_, _, err = w.s.Jobs.FollowChannel(w.ctx, me, files)
		require.True(t, fault.Is(err, fault.Unsupported), "%v", err)
		_, _, err = w.s.Jobs.FollowChannel(w.ctx, store.Viewer{UserID: w.person("bob").ID}, files)
		require.True(t, fault.Is(err, fault.NotFound), "a private channel is not there for others: %v", err)
	})
	t.Run("nobody follows more channels than one may, however many ask at once", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		ann := w.person("ann")
		const more = 4
		var channels []*store.Channel
		for i := range jobs.MaxFollows + more {
			channels = append(channels, w.channelOf(fmt.Sprintf("c%d", i)))
		}
		var wg sync.WaitGroup
		errs := make([]error, len(channels))
		for i, c := range channels {
			wg.Go(func() { _, _, errs[i] = w.s.Jobs.FollowChannel(w.ctx, store.Viewer{UserID: ann.ID}, c.PublicID) })
		}
		wg.Wait()
		refused := 0
		for _, err := range errs {
			if err != nil {
				require.True(t, fault.Is(err, fault.Conflict), "%v", err)
				require.Contains(t, fault.Of(err).Sentence, "20 channels")
				refused++
			}
		}
		require.Equal(t, more, refused)
		list, err := w.s.Jobs.Follows(w.ctx, ann.ID)
		require.NoError(t, err)
		require.Len(t, list, jobs.MaxFollows)
		w.follow(ann, list[0].Channel.Channel)
		w.follow(w.person("bob"), channels[0])
	})
	t.Run("a look at a channel is one job, however often it is asked for", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, open)
		c := w.channelOf("one")
		at := time.Date(2026, 3, 1, 18, 0, 0, 0, time.UTC)
		_, made, err := w.s.Jobs.CreateFollowJob(w.ctx, c.ID, at)
		require.NoError(t, err)
		require.False(t, made, "nobody follows it")
		w.follow(w.person("ann"), c)
		const workers = 6
		var wg sync.WaitGroup
		refs, errs := make([]jobs.JobRef, workers), make([]error, workers)
		for i := range workers {
			wg.Go(func() { refs[i], _, errs[i] = w.s.Jobs.CreateFollowJob(w.ctx, c.ID, at) })
		}
		wg.Wait()
		for i := range workers {
			require.NoError(t, errs[i])
			require.Equal(t, refs[0].JobID, refs[i].JobID)
		}
		require.Equal(t, database.SystemSubmitter, refs[0].Submitter)
		require.Regexp(t, `^job/[a-z0-9/-]{1,90}$`, refs[0].WorkflowID())
		j := w.jobNow(refs[0].JobID)
		require.Nil(t, j.UserID, "the system pays")
		require.EqualValues(t, media.KindChannel, j.Kind)
		require.Equal(t, "https://www.youtube.com/channel/"+c.ExternalID, j.Input)
		require.Equal(t, media.Ref{Platform: media.YouTube, Kind: media.KindChannel, ExternalID: c.ExternalID, URL: j.Input}, j.Ref)
		require.Equal(t, media.Selection{Mode: media.SelectRecent, Count: 10}, j.Selection)

		next := at.Add(6 * time.Hour)
		_, made, err = w.s.Jobs.CreateFollowJob(w.ctx, c.ID, next)
		require.NoError(t, err)
		require.False(t, made, "the last look has not ended")
		_, err = w.s.Jobs.CancelJob(w.ctx, j.ID)
		require.NoError(t, err)
		ref, made, err := w.s.Jobs.CreateFollowJob(w.ctx, c.ID, next)
		require.NoError(t, err)
		require.True(t, made)
		require.NotEqual(t, j.ID, ref.JobID)
		ref, made, err = w.s.Jobs.CreateFollowJob(w.ctx, c.ID, at)
		require.NoError(t, err)
		require.True(t, made)
		require.Equal(t, j.ID, ref.JobID, "a late repetition returns its own job")
	})
}

package app

import (
	"context"
	"io"
	"time"

	"mentionary/activities"
	"mentionary/apiserver"
	"mentionary/apiserver/uploads"
	"mentionary/internal/audio"
	"mentionary/internal/speech/openai"
)

// fetchAudioFor bounds one try of fetching audio, which goes on where the one before ended.
const fetchAudioFor = time.Hour

// audioLimits are those of audio that is being listened to.
func (p *parts) audioLimits() audio.Limits {
	a := p.cfg.Audio
	return audio.Limits{
		Dir: p.cfg.AudioDir(), MaxBytes: int64(a.MaxMiB) << 20, DiskBytes: int64(a.DiskMiB) << 20, MaxTime: fetchAudioFor,
	}
}

// sounds says what audio people may upload.
func (p *parts) sounds() uploads.Sounds {
	a := p.cfg.Audio
	return uploads.Sounds{Heard: p.cfg.Speech.URL.Host != "", MaxBytes: int64(a.MaxMiB) << 20, Room: int64(a.GivenMiB) << 20}
}

// listening is what people are told before they have audio heard, nil where nobody listens. How many processes of workers there are is
// not known here: the pieces that one of them hears at once count.
func (p *parts) listening() *apiserver.Listening {
	if p.cfg.Speech.URL.Host == "" {
		return nil
	}
	return &apiserver.Listening{Server: p.cfg.Speech.Name, Minute: p.cfg.Speech.Price, AtOnce: p.cfg.Work.Speech}
}

// listen are the steps that have audio heard. Without a speech server they hear nothing.
func (p *parts) listen(sources activities.Sources) (*activities.Listen, error) {
	s, limits := p.cfg.Speech, p.audioLimits()
	out := &activities.Listen{
		Store: p.store, Language: s.Language, Longest: time.Duration(p.cfg.Audio.MaxHours) * time.Hour, Tools: audio.FindTools(),
		Sources: sources, Now: time.Now, Metrics: p.metrics, Log: p.log,
		Fetch: func(ctx context.Context, address, name string, progress func(int64)) (audio.File, error) {
			return audio.Fetch(ctx, p.out.Any(), address, name, limits, progress)
		},
		Take: func(
			ctx context.Context, name string, write func(context.Context, io.Writer) error, progress func(int64),
		) (audio.File, error) {
			return audio.Take(ctx, name, limits, write, progress)
		},
		Remove: func(name string) error { return audio.Remove(limits, name) },
	}
	if s.URL.Host == "" {
		return out, nil
	}
	server, err := openai.New(openai.Options{
		BaseURL: s.URL.String(), Key: s.Key.Reveal(), Model: s.Name, Timeout: s.Timeout, HTTPClient: p.out.Operator(),
	})
	out.Server = server
	return out, err
}

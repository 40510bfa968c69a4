package app

import (
	"fmt"
	"time"

	"mentionary/internal/outbound"
	"mentionary/internal/showfinder"
	"mentionary/internal/showfinder/applink"
	"mentionary/internal/showfinder/itunes"
	"mentionary/internal/showfinder/podcastindex"
	"mentionary/internal/showfinder/youtubesearch"
)

// shows is who knows shows by their names, once in a process: a directory is asked at one pace, whoever asks.
type shows struct {
	finder *showfinder.Finder
	apple  *itunes.Directory // nil when it is switched off
}

// openShows makes the directories that are switched on and, where they want one, have a key. It asks nobody.
func (p *parts) openShows() (shows, error) {
	c := p.cfg.Shows
	var out shows
	var directories []showfinder.Directory
	for _, name := range c.Directories {
		switch {
		case name == "itunes":
			asker, err := p.directory(c.ITunes.String(), itunes.Every)
			if err != nil {
				return out, err
			}
			out.apple = itunes.New(asker)
			directories = append(directories, out.apple)
		case name == "podcastindex" && c.IndexKey != "":
			asker, err := p.directory(c.Index.String(), podcastindex.Every)
			if err != nil {
				return out, err
			}
			directories = append(directories, podcastindex.New(asker, c.IndexKey.Reveal(), c.IndexSecret.Reveal(), time.Now))
		case name == "youtube" && p.cfg.YouTubeKey != "":
			directories = append(directories, youtubesearch.New(p.youtube()))
		case name != "podcastindex" && name != "youtube":
			return out, fmt.Errorf("there is no directory of shows %q", name)
		}
	}
	out.finder = showfinder.New(time.Now, directories...)
	return out, nil
}

// links tells what links of podcast apps stand for. Their pages are read through the guarded door.
func (s shows) links(out *outbound.Clients) *applink.Links {
	if s.apple == nil {
		return applink.New(out, nil, s.finder, time.Now)
	}
	return applink.New(out, s.apple, s.finder, time.Now)
}

// directory is who asks a directory's server, through a door of its own that opens for this server as the operator names it.
func (p *parts) directory(address string, every time.Duration) (*showfinder.Asker, error) {
	out, err := outbound.New(outbound.Options{
		Version: Version, BaseURL: p.cfg.Base().String(), Contact: p.cfg.Contact, ContentOrigins: []string{address},
		Observe: p.metrics.Outbound,
	})
	if err != nil {
		return nil, err
	}
	return showfinder.NewAsker(out, address, every), nil
}

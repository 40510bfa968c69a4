package app

import (
	"fmt"
	"time"

	"mentionary/internal/lookup"
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
	apple  *itunes.Directory               // nil when it is switched off
	listed map[string]showfinder.Directory // by name in settings: what is found by name, and what mentioned podcasts are looked up in
}

// openShows makes the directories that are switched on and, where they want one, have a key. It asks nobody.
func (p *parts) openShows() (shows, error) {
	c := p.cfg.Shows
	out := shows{listed: map[string]showfinder.Directory{}}
	var directories []showfinder.Directory
	for _, name := range c.Directories {
		d, err := p.openDirectory(out, name)
		if err != nil {
			return out, err
		}
		if d == nil {
			continue
		}
		directories = append(directories, d)
		if apple, ok := d.(*itunes.Directory); ok {
			out.apple = apple
		}
	}
	for _, name := range p.cfg.Catalogs {
		if name != lookup.ITunes && name != lookup.PodcastIndex {
			continue
		}
		if _, err := p.openDirectory(out, name); err != nil {
			return out, err
		}
	}
	out.finder = showfinder.New(time.Now, directories...)
	return out, nil
}

// openDirectory returns the directory of a name, which is made once: it is asked at one pace, whatever for. It is nil where it has no
// key and needs one.
func (p *parts) openDirectory(s shows, name string) (showfinder.Directory, error) {
	if known := s.listed[name]; known != nil {
		return known, nil
	}
	c := p.cfg.Shows
	switch {
	case name == lookup.ITunes:
		asker, err := p.directory(c.ITunes.String(), itunes.Every)
		if err != nil {
			return nil, err
		}
		s.listed[name] = itunes.New(asker)
	case name == lookup.PodcastIndex && c.IndexKey != "":
		asker, err := p.directory(c.Index.String(), podcastindex.Every)
		if err != nil {
			return nil, err
		}
		s.listed[name] = podcastindex.New(asker, c.IndexKey.Reveal(), c.IndexSecret.Reveal(), time.Now)
	case name == "youtube" && p.cfg.YouTubeKey != "":
		s.listed[name] = youtubesearch.New(p.youtube())
	case name != lookup.PodcastIndex && name != "youtube":
		return nil, fmt.Errorf("there is no directory of shows %q", name)
	}
	return s.listed[name], nil
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

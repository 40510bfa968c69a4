package app

import (
	"fmt"
	"time"

	"mentionary/internal/outbound"
	"mentionary/internal/showfinder"
	"mentionary/internal/showfinder/itunes"
	"mentionary/internal/showfinder/podcastindex"
	"mentionary/internal/showfinder/youtubesearch"
)

// showFinder asks the directories that are switched on and, where they want one, have a key.
func (p *parts) showFinder() (*showfinder.Finder, error) {
	c := p.cfg.Shows
	var directories []showfinder.Directory
	for _, name := range c.Directories {
		switch {
		case name == "itunes":
			directory, err := p.itunes()
			if err != nil {
				return nil, err
			}
			directories = append(directories, directory)
		case name == "podcastindex" && c.IndexKey != "":
			asker, err := p.directory(c.Index.String(), podcastindex.Every)
			if err != nil {
				return nil, err
			}
			directories = append(directories, podcastindex.New(asker, c.IndexKey.Reveal(), c.IndexSecret.Reveal(), time.Now))
		case name == "youtube" && p.cfg.YouTubeKey != "":
			directories = append(directories, youtubesearch.New(p.youtube()))
		case name != "podcastindex" && name != "youtube":
			return nil, fmt.Errorf("there is no directory of shows %q", name)
		}
	}
	return showfinder.New(time.Now, directories...), nil
}

// itunes is Apple's directory.
func (p *parts) itunes() (*itunes.Directory, error) {
	asker, err := p.directory(p.cfg.Shows.ITunes.String(), itunes.Every)
	if err != nil {
		return nil, err
	}
	return itunes.New(asker), nil
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

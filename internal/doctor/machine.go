package doctor

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"mentionary/internal/wording"
)

// Configuration reports what validating the configuration for a command gave: every problem at once.
func Configuration(command string, err error) Check {
	return Check{"configuration", func(context.Context) Finding {
		if err != nil {
			return bad("%s", err)
		}
		return good("Valid for mentionary %s.", command)
	}}
}

// Folder is what there is to know about the data folder.
type Folder struct {
	Path string
	Free func(path string) (uint64, error) // bytes
	Held func(path string) (bool, error)   // whether a process has it
}

// Free space on the disk of the data folder, in bytes.
const (
	spaceScarce = 1 << 30   // below it people are warned: a backup needs room beside the database too
	spaceGone   = 100 << 20 // below it writing may fail at any moment
	spaceFull   = 16 << 20  // below it writing fails: the logs of both databases need this much
)

// Space judges the free space on the disk of the data folder, in bytes.
func Space(free uint64) Finding {
	state := fmt.Sprintf("%.1f GB are free on the disk of the data folder.", float64(free)/1e9)
	switch {
	case Full(free):
		return bad("The disk of the data folder is full: nothing can be written. Free some space.")
	case free < spaceGone:
		return bad("%s Free some now: nothing can be written soon.", state)
	case free < spaceScarce:
		return warn("%s Free some soon.", state)
	}
	return good("%s", state)
}

// Full reports whether so little space is free, in bytes, that nothing can be written.
func Full(free uint64) bool { return free < spaceFull }

// Disk looks at the free space of a folder.
func Disk(path string, free func(path string) (uint64, error)) Check {
	return Check{"disk", func(context.Context) Finding {
		n, err := free(path)
		if err != nil {
			return bad("The free space of the data folder cannot be read.").because(err)
		}
		return Space(n)
	}}
}

// DataFolder looks at the folder of the databases of one machine.
func DataFolder(f Folder) Check {
	return Check{"data folder", func(context.Context) Finding {
		info, err := os.Stat(f.Path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return good("%s is not there yet: mentionary run makes it.", f.Path)
		case err != nil:
			return bad("%s cannot be looked at: run as the user it belongs to.", f.Path).because(err)
		case !info.IsDir():
			return bad("%s is not a folder: name another one with MENTIONARY_DATA_DIR.", f.Path)
		}
		held, err := f.Held(f.Path)
		if err != nil {
			return bad("The lock of %s cannot be read: run as the user it belongs to.", f.Path).because(err)
		}
		free, err := f.Free(f.Path)
		if err != nil {
			return bad("The free space of %s cannot be read.", f.Path).because(err)
		}
		user := "nothing"
		if held {
			user = "mentionary"
		}
		out := Space(free)
		out.Text = fmt.Sprintf("%s, %s runs on it. %s", f.Path, user, out.Text)
		if out.Status == OK && info.Mode().Perm()&0o077 != 0 {
			return warn("%s Others on this machine may look into it: chmod 700 %s.", out.Text, f.Path)
		}
		return out
	}}
}

// Port is an address that mentionary run will listen on.
type Port struct{ Setting, Address string }

// Ports asks whether the addresses of a machine that is to be started are free. held reports whether the program runs
// already: then they are taken by it.
func Ports(all []Port, held func() (bool, error), free func(ctx context.Context, address string) error) Check {
	return Check{"ports", func(ctx context.Context) Finding {
		if h, err := held(); err == nil && h {
			return good("In use by the mentionary that runs.")
		}
		var taken, names []string
		for _, p := range all {
			names = append(names, p.Address)
			if err := free(ctx, p.Address); err != nil {
				taken = append(taken, fmt.Sprintf("%s cannot be listened on (%s): stop what uses it, or choose another address with %s.", p.Address,
					plain(err), p.Setting))
			}
		}
		if taken != nil {
			return bad("%s", strings.Join(taken, "\n"))
		}
		return good("%s are free.", strings.Join(names, ", "))
	}}
}

// YtDlp looks for the program yt-dlp; version returns what it says, installed false when it is not there.
func YtDlp(version func(ctx context.Context) (said string, installed bool, err error)) Check {
	return Check{"yt-dlp", func(ctx context.Context) Finding {
		said, installed, err := version(ctx)
		switch {
		case !installed:
			return warn("Not installed: captions, lists and sound of YouTube videos that need it cannot be read. Install it (pipx install yt-dlp) " +
				"and Node, on the PATH of the program. Podcasts and uploads need neither.")
		case err != nil:
			return warn("Installed, but it does not run: install it anew.").because(err)
		}
		return good("Version %s.", clip(strings.TrimSpace(said)))
	}}
}

// Network asks whether names of the world resolve. Without a network, what is on this machine still works.
func Network(hosts []string, resolve func(ctx context.Context, host string) error) Check {
	return Check{"network", func(ctx context.Context) Finding {
		for _, host := range hosts {
			if resolve(ctx, host) != nil {
				return warn("Unknown: %s cannot be resolved here. Sources outside cannot be read while that is so; the demo library and "+
					"uploads work.", host)
			}
		}
		return good("Names outside resolve.")
	}}
}

// plain is the reason of an error without what it was tried on: addresses may hold passwords, paths are said already.
func plain(err error) string {
	var path *fs.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	return clip(err.Error())
}

// clip keeps a text from outside to one line of a length that people read.
func clip(s string) string {
	return wording.Shorten(strings.Join(strings.Fields(s), " "), 200)
}

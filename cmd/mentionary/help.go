package main

import (
	"fmt"

	"github.com/alecthomas/kong"
)

// commandGroups are the headings under which help shows the commands.
var commandGroups = []kong.Group{
	{Key: "running", Title: "Run it:"}, {Key: "data", Title: "Data:"}, {Key: "look", Title: "Look at it:"},
}

// texts say what each command does, in a line and with examples. They stand apart because a tag is one line.
var texts = map[string]struct{ summary, detail string }{
	"run": {"Run everything on this machine: database, workflows, sign-in, web server, workers, demo library.", `Examples:

    mentionary run
    mentionary run --listen 127.0.0.1:9000 --data-dir /srv/mentionary --demo false
    mentionary run --model-url http://127.0.0.1:11434/v1 --model-name qwen3`},
	"serve": {"Run a web server beside PostgreSQL, a Temporal cluster and an identity provider.", `Example:

    mentionary serve --config /etc/mentionary.yaml --ops-listen 127.0.0.1:9090`},
	"worker": {"Run workers beside PostgreSQL and a Temporal cluster.", `Example:

    mentionary worker --config /etc/mentionary.yaml --work-model 8`},
	"temporal": {"Run the embedded Temporal server alone (full build).", ""},
	"import": {"Import transcripts (VTT, SRT, JSON, TXT), audio and video files, or yt-dlp archive folders.", `
Shows are named by the metadata of a transcript, else by its folder. The files go to the program that runs on the data folder; when none
runs, one is started for the purpose (full build).

Examples:

    mentionary import talks/
    mentionary import interview.vtt "Lenny's Podcast/"`},
	"add": {"Have shows or an episode analyzed, by name, address or subscription list.", `Asks the program that runs on the data folder.
Several shows of a name are listed: the one of exactly this name is taken, or the only one; else you are asked. Of a
subscription list, as podcast apps export it (OPML), all shows are taken.

Examples:

    mentionary add "the marginalia hour" --latest 5
    mentionary add marginalia --pick 2
    mentionary add https://example.org/feed.xml
    mentionary add podcasts.opml --latest 3`},
	"backup": {"Back up the data folder into one file, also while the program runs.", `Example:

    mentionary backup /backups/`},
	"restore": {"Put a backup into the data folder, after verifying all of it.", `Examples:

    mentionary restore /backups/mentionary-20261120T140000Z.tar.gz
    mentionary restore --after-postgres`},
	"migrate": {"Prepare the database and the workflow engine's namespace; safe to run twice.", ""},
	"eval": {"Measure what readers would see of annotated episodes (full build).", `Each set of episodes is imported into an
instance of its own, which is gone afterwards; nobody but the model is asked anything. Without a folder the twelve episodes
of the program itself are measured.

Examples:

    mentionary eval
    mentionary eval --json after.json /srv/measuring-data
    mentionary eval --compare before.json after.json`},
	"doctor": {"Check configuration, data, database, Temporal, sign-in, model and ports; changes nothing.", `Example:

    mentionary doctor --as worker`},
	"config": {"Print the settings in force and where each comes from; secrets are hidden.", `A flag wins over the environment,
the environment over the file, the file over the default. What is printed is a file that --config takes.

Example:

    mentionary config > mentionary.yaml`},
	"healthy": {"Ask whether the web server of this machine, or whoever listens at an address, is ready.", `It is for the health
checks of containers, which have neither shell nor curl.

Example:

    mentionary healthy 127.0.0.1:9090`},
	"version": {"Print the version.", ""},
	"completion": {"Print what makes a shell complete commands, flags and values.", `Examples:

    source <(mentionary completion bash)
    mentionary completion zsh > "${fpath[1]}/_mentionary"
    mentionary completion fish > ~/.config/fish/completions/mentionary.fish`},
}

// describe gives every command its texts.
func describe(k *kong.Kong) error {
	for _, c := range k.Model.Children {
		t, known := texts[c.Name]
		if !known && !c.Hidden {
			return fmt.Errorf("the command %s has no texts for help", c.Name)
		}
		c.Help, c.Detail = t.summary, t.detail
	}
	return nil
}

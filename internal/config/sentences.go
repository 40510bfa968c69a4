package config

import (
	"fmt"

	"github.com/alecthomas/kong"
)

// describe gives every setting the sentence that help shows. They stand here because a tag is one line.
func describe(k *kong.Kong) error {
	for _, f := range settings(k.Model) {
		if f.Help = sentences[f.Name]; f.Help == "" {
			return fmt.Errorf("the setting %s has no sentence for help", f.Name)
		}
	}
	return nil
}

var sentences = map[string]string{
	"config": "A YAML file of settings: flags without their dashes, such as “listen: 127.0.0.1:8080”. Flags and the environment " +
		"win over it.",
	"log-level":             "debug, info, warn or error.",
	"log-format":            "text or json.",
	"data-dir":              "Folder of the databases of one machine.",
	"database":              "A postgres:// address; empty means SQLite in the data folder (run only).",
	"listen":                "Address of the web server.",
	"base-url":              "Address people use, when it differs from the listening one.",
	"drain":                 "How long a web server goes on serving after it was asked to stop, so that proxies see it go; such as 5s.",
	"session-key":           "At least 32 characters, shared by all web processes; empty makes one and keeps it in the database.",
	"trusted-proxies":       "Proxies whose X-Forwarded-For is believed, as CIDR ranges separated by commas.",
	"submissions-per-hour":  "Jobs that one user may submit in an hour; moderators and admins may submit more.",
	"upload-mib-per-day":    "MiB of files that one user may upload in a day; moderators may upload more, admins as much as they like.",
	"allow-network":         "Private networks that addresses from data may lead to, as CIDR ranges separated by commas.",
	"feeds":                 "Origins of your own feeds on private addresses, separated by commas.",
	"youtube-key":           "Key of the YouTube Data API.",
	"youtube-player-lookup": "Ask YouTube's player for captions: true or false.",
	"catalogs": "Public catalogs that are asked what mentioned things are: wikidata, openlibrary, itunes, podcastindex; " +
		"empty asks nobody.",
	"contact": "E-mail address or web page that public catalogs can write to; they are told it with each question.",
	"show-directories": "Directories that are asked when somebody types a show's name: itunes, podcastindex and youtube (the last two " +
		"with their keys only); empty asks nobody.",
	"itunes-url":                "Address of the iTunes Search API, or of a proxy for it.",
	"podcastindex-url":          "Address of the Podcast Index API, or of a proxy for it.",
	"podcastindex-key":          "Key of the Podcast Index.",
	"podcastindex-secret":       "Secret of the key of the Podcast Index.",
	"captions":                  "Languages of captions beside the original, separated by commas.",
	"demo":                      "Serve and analyze the demo library (run only): true or false.",
	"demo-listen":               "Loopback address of the demo library.",
	"ops-listen":                "Address for operators: /metrics, /healthz, /readyz; empty means none.",
	"traces":                    "OpenTelemetry collector for traces (OTLP over HTTP), such as http://127.0.0.1:4318; empty means none.",
	"temporal-address":          "Address of the cluster, or of the embedded server.",
	"temporal-ui":               "Loopback address of the embedded web UI; empty switches it off.",
	"temporal-ui-url":           "Address of the cluster's own pages, to which admins are led; empty means none.",
	"temporal-namespace":        "Namespace.",
	"temporal-tls":              "Reach the cluster over TLS: true or false.",
	"temporal-ca-file":          "Certificates that the cluster's own is checked against, PEM; empty means the system's.",
	"temporal-cert-file":        "Client certificate for the cluster, PEM.",
	"temporal-key-file":         "Key of the client certificate, PEM.",
	"temporal-server-name":      "Name in the cluster's certificate, when it is not the one of the address.",
	"temporal-api-key":          "API key of the cluster.",
	"oidc-issuer":               "Issuer of the identity provider; empty means the development sign-in (run on loopback only).",
	"oidc-client-id":            "Client id.",
	"oidc-client-secret":        "Client secret.",
	"oidc-origins":              "Further origins of the provider (token, keys, userinfo), separated by commas.",
	"admin-subject":             "Subject of the first admin at the identity provider.",
	"model-url":                 "Address of an OpenAI-compatible server, ending in /v1.",
	"model-key":                 "Key of the model server.",
	"model-name":                "Name of the model.",
	"model-timeout":             "How long one call of the model may take.",
	"model-batches":             "Ask the model in batches, at half the price within a day, for playlists, channels and feeds.",
	"model-prompt-price":        "US dollars for a million prompt tokens, for the page and the metric of costs.",
	"model-cached-price":        "The same for cached prompt tokens.",
	"model-completion-price":    "The same for completion tokens.",
	"model-prices":              "Prices of several models, such as a=0.4/1.6,b=2/0.5/8: prompt, cached prompt, completion.",
	"model-daily-tokens":        "Tokens that all analyses together may use a day (UTC); 0 lifts the cap, empty leaves it as it was.",
	"model-user-daily-tokens":   "Tokens that each person's analyses may use a day (UTC); 0 lifts the cap, empty leaves it as it was.",
	"speech-url":                "Address of an OpenAI-compatible server that hears audio, ending in /v1; empty means that nobody does.",
	"speech-key":                "Key of the speech server.",
	"speech-name":               "Name of the speech server's model.",
	"speech-language":           "Language that is spoken, such as de, where the source does not tell; empty lets the server find out.",
	"speech-timeout":            "How long the speech server may take for one piece of audio, at most ten minutes of it.",
	"speech-price":              "US dollars for a minute of audio, for the page of costs.",
	"speech-daily-minutes":      "Minutes of audio that may be heard a day (UTC); 0 lifts the cap, empty leaves it as it was.",
	"speech-user-daily-minutes": "Minutes of audio that may be heard for each person a day (UTC); 0 lifts the cap, empty leaves it as it was.",
	"audio-max-mib":             "MiB that the audio of one episode may have.",
	"audio-max-hours":           "Hours that the audio of one episode may last.",
	"audio-given-mib":           "MiB of the database that uploaded audio may take until it is heard.",
	"audio-disk-mib":            "MiB of disk that audio may take while it is listened to.",
	"work-main":                 "Database steps at once.",
	"work-fetch":                "Fetches at once.",
	"work-model":                "Chunks read at once.",
	"work-speech":               "Pieces of audio heard at once.",
}

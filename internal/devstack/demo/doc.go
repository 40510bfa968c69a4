// Package demo is the demo library: four invented podcasts, served as real
// podcast feeds on loopback, so that a fresh installation has something to
// analyze without a network or a key.
//
// It owns the written material under library/ (one script per episode, show
// notes, pictures described as shapes), the rendering of a script into
// WebVTT, SRT, podcast JSON or rolling automatic captions, the RSS feeds with
// the Podcasting 2.0 tags, and the small server that answers with them.
//
// It does not own anything about analyzing: `mentionary run` submits the feed
// addresses of Feeds like any other address, and the real workflows fetch
// them. Nothing here knows of jobs, mentions or the database.
//
// Shows, hosts, guests and sponsors are invented, and sponsors live on
// reserved .example domains. The books, people, products, companies and places
// they talk about are real. library/planted.json, which is not embedded, lists
// for each episode what is mentioned, once, and words of the rendered
// transcript in which it is said, so that an extractor's recall can be
// measured. Bands, armies and universities count as companies. It leaves out
// the hosts and guests themselves, and private acquaintances.
package demo

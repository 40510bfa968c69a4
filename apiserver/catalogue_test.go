package apiserver_test

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/stretchr/testify/require"

	"mentionary/internal/link"
	"mentionary/internal/media"
	"mentionary/internal/mention"
	"mentionary/internal/store"
	storecatalogue "mentionary/internal/store/catalogue"
	"mentionary/internal/store/curate"
	"mentionary/internal/store/jobs"
	"mentionary/internal/store/people"
	"mentionary/internal/store/publish"
	"mentionary/internal/store/storetest"
	"mentionary/internal/transcript"
	"mentionary/internal/work"
)

// What Vera keeps to herself. None of these words may reach those who may not know them (canaries_test.go).
const (
	canaryEmail       = "email-canary@private.example"
	canaryFirstName   = "Firstnamecanary"
	canaryLastName    = "Lastnamecanary"
	canaryIssuer      = "https://issuer-canary.example"
	canarySubject     = "subject-canary-4711"
	canaryAgent       = "Agentcanary 7"
	canaryUploadTitle = "Uploadtitlecanary"
	canaryUploadText  = "Uploadtextcanary"
	canaryPrivateName = "Privatenamecanary Press"
	canaryToken       = "tokennamecanary"
	canaryKey         = "idempotencycanary"
	canaryInput       = "https://www.youtube.com/@inputcanary"
	canaryAudit       = "auditcanary"
	canaryReport      = "reportcanary"
)

// The public part of the catalogue.
const (
	showChannel = "UCcataloguechannel000001"
	firstVideo  = "catalogue01"
	secondVideo = "catalogue02"
	promoCode   = "BREW20"
)

var subscribers = 1_200_000.0

// theShow is the public channel.
var theShow = media.Channel{
	Platform: media.YouTube, ExternalID: showChannel, Name: "The Night Train", Description: "Conversations after dark.",
	SubscriberCount: &subscribers, ThumbnailURL: "/api/pictures/show.jpg", URL: "https://www.youtube.com/channel/" + showChannel,
}

// catalogue is a world with every type of entity, a sponsor with a promo code, favorites, jobs, and Vera, who has
// something private of every sort.
type catalogue struct {
	*world
	vera     *person
	entities map[mention.Type]int // one of each type
	twin     int                  // a book that looks like entities[mention.Book]
	episode  int                  // the first video's episode
	veraTalk shownTalk
	veraJob  int
	serial   int // of people and objects made by the way
}

// saying is one thing that an episode mentions.
type saying struct {
	typ    mention.Type
	name   string
	in     mention.Context
	claims mention.Claims
}

func newCatalogue(w *world) *catalogue {
	w.Helper()
	c := &catalogue{world: w, entities: map[mention.Type]int{}}
	c.vera = c.arrive(people.Identity{
		Issuer: canaryIssuer, Subject: canarySubject, Name: "Vera", Email: canaryEmail, FirstName: canaryFirstName, LastName: canaryLastName,
	}, canaryAgent, "")
	librarian := c.signInAs("librarian", "")
	c.publishVideo(librarian, firstVideo, theShow, []saying{
		{mention.Book, "The Left Hand of Darkness", mention.Editorial, mention.Claims{Author: "Ursula K. Le Guin"}},
		{mention.Product, "Moka Express", mention.Editorial, mention.Claims{Company: "Bialetti", Category: "coffee"}},
		{mention.Person, "Grace Hopper", mention.Editorial, mention.Claims{Title: "Computer scientist", Company: "United States Navy"}},
		{mention.Company, "Patagonia Works", mention.Editorial, mention.Claims{}},
		{mention.Location, "Lisbon", mention.Editorial, mention.Claims{Country: "Portugal"}},
		{mention.Concept, "Deep Work", mention.Editorial, mention.Claims{Field: "Psychology", Category: "Psychology"}},
		{mention.Sponsor, "Brewbox", mention.Ad, mention.Claims{SponsorType: "affiliate", PromoCode: promoCode, Offer: "20 percent off"}},
	})
	c.publishVideo(librarian, secondVideo, theShow, []saying{
		{mention.Book, "The Left Hand of Light", mention.Editorial, mention.Claims{}},
		{mention.Person, "Grace Hopper", mention.Editorial, mention.Claims{}},
	})
	c.findAll()
	require.NoError(w, w.store.Catalogue.AddLinks(w.Context(), c.entities[mention.Book], []storecatalogue.NewLink{
		{URL: "https://en.wikipedia.org/wiki/The_Left_Hand_of_Darkness", Trust: link.Catalogue},
	}))
	c.seedVera()
	w.engine.onPass = func(p curate.PassRef) {
		_, err := w.store.Curate.FinishPass(w.Context(), p.PassID, work.PassDone, "")
		require.NoError(w, err)
	}
	w.engine.taken()
	return c
}

// findAll notes the ids of what was published.
func (c *catalogue) findAll() {
	c.Helper()
	page, err := c.store.Catalogue.Entities(c.Context(), storecatalogue.EntityFilter{})
	require.NoError(c, err)
	for _, e := range page.Entities {
		if e.Name == "The Left Hand of Light" {
			c.twin = e.ID
			continue
		}
		c.entities[e.Type] = e.ID
	}
	require.Len(c, c.entities, len(mention.Types()), "one entity of each type")
	require.NotZero(c, c.twin, "the second book is like the first, and an entity of its own")
	e, err := c.store.Catalogue.Episode(c.Context(), firstVideo, store.Viewer{})
	require.NoError(c, err)
	c.episode = e.ID
}

// seedVera gives Vera something private of every sort.
func (c *catalogue) seedVera() {
	c.Helper()
	submitted := c.object(c.call(c.vera, "POST", "/api/process", map[string]any{"input": canaryInput, "idempotencyKey": canaryKey}),
		http.StatusOK)
	c.veraJob = int(submitted["jobId"].(float64))
	c.items(c.veraJob, video("veraveravid"))
	c.veraTalk = c.upload(c.vera, privateTalk)
	// Nothing tells more about the public book than what Vera's talk says of it.
	c.exec(fmt.Sprintf(`INSERT INTO mentions (episode_id, entity_id, run_id, transcript_id, start, "end", quote_start, quote_end, cue,
		start_ms, end_ms, surface, quote, stance, confidence, telling) SELECT episode_id, %d, run_id, transcript_id, start + 1, "end",
		quote_start, quote_end, cue, start_ms, end_ms, 'Darkness', '%s recommends Darkness', 'recommended', 0.99, 21 FROM mentions
		WHERE episode_id = (SELECT id FROM episodes WHERE video_id = '%s')`, c.entities[mention.Book], canaryUploadText, c.veraTalk.videoID))
	for kind, id := range map[string]int{"episode": c.episode, "entity": c.entities[mention.Book]} {
		c.object(c.call(c.vera, "POST", "/api/user/favorites", map[string]any{"itemType": kind, "itemId": id}), http.StatusOK)
	}
	_, err := c.store.People.SaveProfile(c.Context(), c.vera.ID, people.Profile{DisplayName: "Vera", Published: true})
	require.NoError(c, err)
	c.object(c.call(c.vera, "POST", "/api/user/tokens", map[string]any{"name": canaryToken, "scopes": []string{"read"}, "expiresInDays": 30}),
		http.StatusOK)
	c.exec(`INSERT INTO audits (actor, session_id, operation, object, "before", "after", created_at) VALUES ('` + c.vera.PublicID +
		`', 0, 'entity.edit', 'entity/1', '{"name":"` +
		canaryAudit + `"}', '{"name":"x"}', '2026-01-02 03:04:05+00:00')`)
	c.exec(fmt.Sprintf(`INSERT INTO reports (user_id, item_type, item_id, reason, text, state, created_at) `+
		`VALUES (%d, 'entity', %d, 'wrong', '%s', 'open', '2026-01-02 03:04:05+00:00')`,
		c.vera.ID, c.entities[mention.Book], canaryReport))
}

// arrive signs somebody in with everything an identity provider may tell.
func (c *catalogue) arrive(id people.Identity, agent, role string) *person {
	c.Helper()
	if role != "" {
		require.NoError(c, c.store.People.EnsureRole(c.Context(), id.Issuer, id.Subject, role))
	}
	sum := sha256.Sum256([]byte("token of " + id.Subject))
	token := base64.RawURLEncoding.EncodeToString(sum[:])
	hash := sha256.Sum256([]byte(token))
	u, err := c.store.People.SignIn(c.Context(), id, people.NewSession{
		TokenHash: hash[:], AgentLabel: agent, Created: time.Now(),
		Expires: time.Now().Add(time.Hour),
	})
	require.NoError(c, err)
	return &person{User: u, token: token}
}

// signInAs signs in a person that nobody else is.
func (c *catalogue) signInAs(name, role string) *person {
	c.Helper()
	c.serial++
	subject := fmt.Sprintf("%s-%d", name, c.serial)
	return c.arrive(people.Identity{Issuer: issuer, Subject: subject, Name: name, Email: subject + "@people.example"}, "test", role)
}

// exec runs a statement on the database: for rows that no write of the store makes, and for what only an admin does.
func (c *catalogue) exec(statement string) {
	c.Helper()
	_, err := storetest.Raw(c.T, c.store).ExecContext(c.Context(), statement)
	require.NoError(c, err)
}

// deactivate does what an admin does; a session of the person stays.
func (c *catalogue) deactivate(p *person) {
	c.Helper()
	c.exec(fmt.Sprintf("UPDATE users SET is_active = false WHERE id = %d", p.ID))
}

// publishVideo takes a video with a line for each saying through a whole run.
func (c *catalogue) publishVideo(by *person, id string, show media.Channel, says []saying) {
	c.Helper()
	jobID := c.process(by, "https://www.youtube.com/watch?v="+id)
	run := c.want(jobID, c.items(jobID, video(id))[0].ID)
	views := 98765.0
	require.NoError(c, c.store.Jobs.SaveEpisode(c.Context(), run, media.Episode{
		Platform: media.YouTube, ExternalID: id, Title: "Episode " + id, Description: strings.Repeat("About this episode. ", 30),
		ThumbnailURL: "/api/pictures/episode.jpg", PageURL: "https://www.youtube.com/watch?v=" + id, Duration: 90 * time.Minute,
		ViewCount:   &views,
		PublishedAt: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), Channel: show,
	}))
	transcriptID, mentions := c.transcribe(run, says)
	c.finish(run, transcriptID, mentions)
}

// talk is what a private upload says.
type talk struct{ title, words, company string }

var privateTalk = talk{canaryUploadTitle, canaryUploadText, canaryPrivateName}

// publishUpload takes a private upload through a whole run and returns its videoId and the id of an entity that only it
// mentions.
func (c *catalogue) publishUpload(by *person, t talk) (videoID string, entityID int) {
	c.Helper()
	c.serial++
	file := fmt.Sprintf("WEBVTT\n\n00:00:01.000 --> 00:00:04.000\nWe talked about %s for a while, says %s %d.\n", t.company, t.words, c.serial)
	body, header := form(c.T, [2]string{"file=talk.vtt", file}, [2]string{"title", t.title})
	uploaded := c.object(c.send(by, "POST", "/api/uploads", body, header), http.StatusOK)
	submitted := c.object(c.call(by, "POST", "/api/process", map[string]any{"uploadIds": []any{uploaded["uploadId"]}}), http.StatusOK)
	jobID := int(submitted["jobId"].(float64))
	_, err := c.store.Jobs.AddUploads(c.Context(), jobID)
	require.NoError(c, err)
	items, _, err := c.store.Jobs.JobItems(c.Context(), jobID, 0, 0)
	require.NoError(c, err)
	run := c.want(jobID, items[0].ID)
	work, err := c.store.Jobs.RunWork(c.Context(), run)
	require.NoError(c, err)
	quote := "We talked about " + t.company + " for a while"
	c.finish(run, *work.Episode.TranscriptID, []mention.Mention{located(saying{
		mention.Company, t.company, mention.Editorial,
		mention.Claims{},
	}, quote, 0, 0)})
	sees := store.Viewer{UserID: by.ID}
	entries, err := c.store.Catalogue.EpisodeEntities(c.Context(), work.Episode.VideoID, sees)
	require.NoError(c, err)
	require.Len(c, entries, 1)
	return work.Episode.VideoID, entries[0].Entity.ID
}

// transcribe saves a transcript in which everything is said once.
func (c *catalogue) transcribe(run int, says []saying) (int, []mention.Mention) {
	c.Helper()
	var cues []transcript.Cue
	for i, s := range says {
		cues = append(cues, transcript.Cue{StartMS: i * 10_000, EndMS: i*10_000 + 9_000, Text: "We talked about " + s.name + " for a while."})
	}
	for range 200 { // so that a quote is less than its public share
		cues = append(cues, transcript.Cue{StartMS: 100_000, EndMS: 110_000, Text: "And so on and so forth until the end."})
	}
	id, err := c.store.Jobs.SaveTranscript(c.Context(), run, transcript.Transcript{Language: "en", Origin: transcript.Captions, Cues: cues})
	require.NoError(c, err)
	text := transcript.Layout(cues).Text
	var out []mention.Mention
	for i, s := range says {
		quote := "We talked about " + s.name + " for a while."
		out = append(out, located(s, quote, strings.Index(text, quote), i))
	}
	return id, out
}

// located is a published mention whose quote begins at an offset.
func located(s saying, quote string, at, cue int) mention.Mention {
	begin := at + strings.Index(quote, s.name)
	return mention.Mention{
		Candidate: mention.Candidate{
			Type: s.typ, Name: s.name, Description: "About " + s.name + ".", Quote: quote, Surface: s.name, Context: s.in, Stance: mention.Discussed,
			Claims: s.claims, Signals: []mention.Signal{mention.SignalCue},
		},
		Start: begin, End: begin + len(s.name), QuoteStart: at, QuoteEnd: at + len(quote), CueIndex: cue, StartMS: cue*10_000 + 1,
		EndMS:      cue*10_000 + 9_000,
		Confidence: 0.9,
	}
}

// finish publishes a run and closes it.
func (c *catalogue) finish(run, transcriptID int, mentions []mention.Mention) {
	c.Helper()
	_, err := c.store.Publish.Publish(c.Context(), publish.PublishInput{RunID: run, TranscriptID: transcriptID, Mentions: mentions})
	require.NoError(c, err)
	_, _, err = c.store.Jobs.FinishRun(c.Context(), run, work.RunDone, jobs.Failure{})
	require.NoError(c, err)
}

package apiserver_test

import (
	"crypto/sha256"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/stretchr/testify/require"

	"mentionary/internal/mention"
	"mentionary/internal/store"
	"mentionary/internal/store/people"
)

// stranger is somebody who keeps everything private and is nobody of the matrix: objects of others are a stranger's, so
// that an answer that tells too much tells a canary.
func (c *catalogue) stranger() *person {
	c.Helper()
	c.serial++
	return c.arrive(people.Identity{
		Issuer: canaryIssuer, Subject: fmt.Sprintf("%s-%d", canarySubject, c.serial), Name: "Stranger",
		Email:     fmt.Sprintf("%d-%s", c.serial, canaryEmail),
		FirstName: canaryFirstName, LastName: canaryLastName,
	}, canaryAgent, "")
}

// private says whose words somebody's things are made of: a stranger's are canaries.
func (c *catalogue) private(p *person) bool { return p.FirstName == canaryFirstName }

// openJob makes a job whose only item waits.
func (c *catalogue) openJob(by *person) (jobID, itemID int) {
	c.Helper()
	id := c.newVideo()
	input := "https://youtu.be/" + id
	if c.private(by) {
		input = canaryInput
	}
	jobID = c.process(by, input)
	return jobID, c.items(jobID, video(id))[0].ID
}

// newVideo is a video that nobody has submitted.
func (c *catalogue) newVideo() string {
	c.serial++
	return fmt.Sprintf("newvideo%03d", c.serial%1000)
}

// file uploads a transcript and returns its upload's id.
func (c *catalogue) file(by *person) string {
	c.Helper()
	c.serial++
	content := "WEBVTT\n\n00:00:01.000 --> 00:00:04.000\nThis is file number " + strconv.Itoa(c.serial) + ".\n"
	id, _ := c.object(c.uploadFile(by, "talk.vtt", content), http.StatusOK)["uploadId"].(string)
	require.NotEmpty(c, id)
	return id
}

// shownTalk names a private upload that was analyzed.
type shownTalk struct {
	videoID, channelID string
	entityID           int
}

// talkOf uploads and analyses something for somebody. Strangers share Vera's: reading it uses nothing up.
func (c *catalogue) talkOf(owner *person) shownTalk {
	c.Helper()
	if c.private(owner) {
		return c.veraTalk
	}
	c.serial++
	return c.upload(owner, talk{"A talk", "nobody", fmt.Sprintf("Quiet Corner Press %d", c.serial)})
}

// upload uploads and analyses a talk.
func (c *catalogue) upload(owner *person, t talk) shownTalk {
	c.Helper()
	var out shownTalk
	out.videoID, out.entityID = c.publishUpload(owner, t)
	channel, _ := c.object(c.call(owner, "GET", "/api/episodes/"+out.videoID, nil), http.StatusOK)["channel"].(map[string]any)
	out.channelID, _ = channel["channelId"].(string)
	require.NotEmpty(c, out.channelID)
	return out
}

// newPair publishes a video that mentions two books of its own and returns their ids.
func (c *catalogue) newPair() (first, second int) {
	c.Helper()
	id := c.newVideo()
	names := []string{"The " + inventedName(id+"first"), "A " + inventedName(id+"second")}
	c.publishVideo(c.signInAs("librarian", ""), id, theShow, []saying{
		{mention.Book, names[0], mention.Editorial, mention.Claims{}}, {mention.Book, names[1], mention.Editorial, mention.Claims{}},
	})
	entries, err := c.store.Catalogue.EpisodeEntities(c.Context(), id, store.Viewer{})
	require.NoError(c, err)
	require.Len(c, entries, 2)
	return entries[0].Entity.ID, entries[1].Entity.ID
}

// inventedName makes two words that are like no others: names that differ in a number only would be matched.
func inventedName(seed string) string {
	sum := sha256.Sum256([]byte(seed))
	var b strings.Builder
	for i, letter := range sum[:12] {
		set := "bdfgklmnprstvz"
		if i%2 == 1 {
			set = "aeiou"
		}
		c := set[int(letter)%len(set)]
		switch i {
		case 0:
			c -= 'a' - 'A'
		case 6:
			b.WriteByte(' ')
			c -= 'a' - 'A'
		}
		b.WriteByte(c)
	}
	return b.String()
}

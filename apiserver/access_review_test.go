package apiserver_test

import (
	"fmt"
	"net/http"

	"mentionary/internal/store"
	storecatalogue "mentionary/internal/store/catalogue"
)

// Objects that calls of the review are about.
var (
	aMention = rule{
		about: "mention", with: object{"decision": "right", "sentence": true},
		made:    func(c *catalogue, _, _ *person) object { return object{"mention_id": newMention(c)} },
		missing: object{"mention_id": 424242}, gone: http.StatusConflict,
	}
	aDecision = rule{about: "decision", made: decisionMade, missing: object{"id": 424242}}
	aGlossary = rule{
		about: "channel", with: object{"lines": []any{map[string]any{"heard": "Left Hands", "blocked": true}}},
		made:    func(c *catalogue, _, _ *person) object { return object{"channel": theShowID(c)} },
		missing: object{"channel": 424242},
	}
	aLine = rule{about: "line of a glossary", made: lineMade, missing: object{"id": 424242}}

	publishedUpload = rule{about: "published upload", made: uploadPublished, missing: object{"id": 424242}}
)

// newMention is a mention of a book that nothing else mentions.
func newMention(c *catalogue) int {
	first, _ := c.newPair()
	list, _, err := c.store.Catalogue.EntityMentions(c.Context(), first, storecatalogue.MentionFilter{Viewer: store.Viewer{Moderator: true}})
	if err != nil || len(list) == 0 {
		c.Fatal("the book has no mention", err)
	}
	return list[0].ID
}

func decisionMade(c *catalogue, _, _ *person) object {
	got := c.object(c.call(c.signInAs("reviewer", "moderator"), "POST", "/api/review/decisions",
		map[string]any{"mentionId": newMention(c), "decision": "wrong"}), http.StatusOK)
	return object{"id": got["id"]}
}

func theShowID(c *catalogue) int {
	e, err := c.store.Catalogue.Episode(c.Context(), firstVideo, store.Viewer{})
	if err != nil {
		c.Fatal(err)
	}
	return *e.ChannelID
}

func lineMade(c *catalogue, _, _ *person) object {
	c.serial++
	got := c.list(c.call(c.signInAs("reviewer", "moderator"), "POST", "/api/glossary", map[string]any{
		"channel": theShowID(c), "lines": []any{map[string]any{"heard": fmt.Sprintf("Words %d", c.serial), "blocked": true}},
	}))
	return object{"id": got[0]["id"]}
}

func uploadPublished(c *catalogue, owner, caller *person) object {
	waiting := waitingEpisode(c, owner, caller)
	c.object(c.call(c.signInAs("publisher", "moderator"), "POST", fmt.Sprintf("/api/episodes/%v/publish", waiting["id"]), map[string]any{}),
		http.StatusOK)
	return waiting
}

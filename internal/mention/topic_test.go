package mention_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/mention"
)

func TestTheTopicOfAConceptIsThatOfItsFieldOrElseOfItsCategory(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ field, category, topic string }{
		{"Cognitive Psychology", "", "Psychology"},
		{"Philosophy of science", "", "Philosophy"},
		{"", "machine learning", "Technology"},
		{"Gardening", "Health", "Health"},
		{"Finance", "Health", "Economics"},
		{"History", "", "Social"},
		{"Gardening", "", ""},
		{"", "", ""},
	} {
		require.Equal(t, c.topic, mention.TopicOf(c.field, c.category), "%q, %q", c.field, c.category)
	}
}

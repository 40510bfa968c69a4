package mention

import (
	"slices"
	"strings"
)

// topicWords are the areas into which concepts are sorted, with parts of words that tell them. The first area with such a part wins, so
// that narrow ones stand before wide ones.
var topicWords = []struct {
	topic string
	parts []string
}{
	{"Psychology", []string{"psych", "cogniti", "behavio", "mental model", "emotion", "therap", "neurosis", "mindset"}},
	{"Philosophy", []string{"philosoph", "ethic", "moral", "stoic", "epistem", "metaphys", "logic", "religio", "theolog"}},
	{"Economics", []string{"econom", "financ", "invest", "monetar", "market theory", "macro", "trade", "fiscal"}},
	{"Business", []string{"business", "management", "marketing", "startup", "entrepreneur", "strateg", "leadership", "sales", "product"}},
	{"Technology", []string{
		"techn", "comput", "software", "program", "artificial intelligence", "machine learning", "engineering", "internet", "data", "robot",
		"crypto",
	}},
	{"Health", []string{"health", "medic", "nutrition", "fitness", "sleep", "biohack", "wellness", "exercise", "diet", "disease"}},
	{"Education", []string{"educat", "learn", "teach", "pedagog", "school", "training"}},
	{"Science", []string{
		"scien", "physic", "biolog", "chemi", "mathemat", "astronom", "neuro", "genetic", "ecolog", "statistic", "climate", "evolution",
	}},
	{"Social", []string{
		"social", "sociolog", "politic", "cultur", "history", "law", "anthropolog", "communication", "media", "linguist", "relationship",
	}},
}

// OtherTopic is what readers call the area of a concept that belongs to none.
const OtherTopic = "Other"

// TopicOf returns the area of a concept by the words of its field, or else of its category; empty when they tell none.
func TopicOf(field, category string) string {
	for _, text := range []string{field, category} {
		lower := strings.ToLower(text)
		for _, t := range topicWords {
			if slices.ContainsFunc(t.parts, func(part string) bool { return strings.Contains(lower, part) }) {
				return t.topic
			}
		}
	}
	return ""
}

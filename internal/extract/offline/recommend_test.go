package offline_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"mentionary/internal/extract"
	"mentionary/internal/mention"
)

// stanceIn is the stance of the one find of a type.
func stanceIn(t *testing.T, typ mention.Type, text string) mention.Stance {
	t.Helper()
	for _, f := range run(t, extract.Context{}, text) {
		if f.Type == typ {
			return f.Stance
		}
	}
	t.Fatalf("nothing found: %s", text)
	return ""
}

func TestARecommendationIsWhatTheSentenceSaysOfTheThing(t *testing.T) {
	t.Parallel()
	for text, typ := range map[string]mention.Type{
		"I would highly recommend Atomic Habits.":                                                            mention.Book,
		"And Atomic Habits by James Clear, which I recommend to everybody, is short.":                        mention.Book,
		"We read Atomic Habits last year. I highly recommend it.":                                            mention.Book,
		"Tell us about Atomic Habits, one of my favorite books of all time.":                                 mention.Book,
		"My all-time favorite book is Atomic Habits.":                                                        mention.Book,
		"Atomic Habits, one of my favorites, came out then.":                                                 mention.Book,
		"You should really read Atomic Habits.":                                                              mention.Book,
		"I can't recommend Atomic Habits enough.":                                                            mention.Book,
		"What are two books that you've recommended most to others? There is Atomic Habits, and a few more.": mention.Book,
		"We run on it, and we really love PostgreSQL.":                                                       mention.Product,
		"So go check out PostgreSQL.":                                                                        mention.Product,
		"Check out PostgreSQL if you need one.":                                                              mention.Product,
		"Ich empfehle sehr gern PostgreSQL.":                                                                 mention.Product,
	} {
		require.Equal(t, mention.Recommended, stanceIn(t, typ, text), text)
	}
	for text, typ := range map[string]mention.Type{
		"I would not recommend Atomic Habits.":                                                                mention.Book,
		"Atomic Habits was recommended to me by a friend.":                                                    mention.Book,
		"Do you have a favorite tool that you love? I read Atomic Habits instead.":                            mention.Book,
		"Keep it in PostgreSQL or your favorite store.":                                                       mention.Product,
		"I love the idea that PostgreSQL is old.":                                                             mention.Product,
		"He recommended PostgreSQL for that.":                                                                 mention.Product,
		"We were joined by one of my favorite PostgreSQL people, and it was fun.":                             mention.Product,
		"I love that PostgreSQL was there first.":                                                             mention.Product,
		"I'm going to recommend it for my PostgreSQL.":                                                        mention.Product,
		"I highly recommend, if you play with PostgreSQL, to bring a friend.":                                 mention.Product,
		"Check out the PostgreSQL architecture post.":                                                         mention.Product,
		"In PostgreSQL, one of our favorite toys is the planner.":                                             mention.Product,
		"For new PostgreSQL tools, I strongly recommend.":                                                     mention.Product,
		"I love PostgreSQL's planner.":                                                                        mention.Product,
		"If you enjoyed this, find it in your favorite app. What are you waiting for? It runs on PostgreSQL.": mention.Product,
	} {
		require.NotEqual(t, mention.Recommended, stanceIn(t, typ, text), text)
	}
}

func TestBlameAndUseAreTheSpeakersOwn(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]mention.Stance{
		"I really hate PostgreSQL.":                      mention.Criticised,
		"I think PostgreSQL is just terrible.":           mention.Criticised,
		"It was terrible weather when PostgreSQL began.": mention.Passing,
		"I've been using PostgreSQL for years.":          mention.Used,
		"They use PostgreSQL there.":                     mention.Passing,
		"I don't use PostgreSQL.":                        mention.Passing,
	} {
		require.Equal(t, want, stanceIn(t, mention.Product, text), text)
	}
}

func TestARecommendationCountsWhereverItIsSaid(t *testing.T) {
	t.Parallel()
	stances := func(text string) (out []mention.Stance) {
		for _, c := range run(t, extract.Context{}, text) {
			if c.Type == mention.Book {
				require.Equal(t, "Salt Engines", c.Name)
				require.Equal(t, "Salt Engines", c.Surface)
				out = append(out, c.Stance)
			}
		}
		return out
	}
	const plain, praise = "She wrote a book called Salt Engines. ", "I highly recommend the book called Salt Engines. "
	require.Equal(t, []mention.Stance{mention.Discussed, mention.Recommended}, stances(plain+praise))
	require.Equal(t, []mention.Stance{mention.Discussed}, stances(plain+"He has a book called Salt Engines."))
	require.Equal(t, []mention.Stance{mention.Recommended}, stances(praise+plain+praise))
}

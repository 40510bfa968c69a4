package eval

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"

	_ "modernc.org/sqlite" // driver "sqlite"

	"mentionary/internal/extract"
	"mentionary/internal/mention"
	"mentionary/internal/transcript"
)

// said is a mention as the database has it, published or waiting for review.
type said struct {
	entity     int
	typ        mention.Type
	name       string // of the entity
	surface    string
	start, end int // in the episode's text
	confidence float64
	signals    []mention.Signal
}

func (s said) published() bool { return s.confidence >= extract.Published }

// episode is an episode as an import left it.
type episode struct {
	id       int
	title    string
	language string
	cues     []transcript.Cue
	text     string
	mentions []said // by start
}

// listed is an entity of the lists.
type listed struct {
	typ      mention.Type
	name     string
	mentions int
	links    int
}

// learned is an alias that matching learned by likeness.
type learned struct {
	typ         mention.Type
	heard, name string
	mentions    int // published ones with these words
}

// spent is what calls of a model took.
type spent struct {
	model                             string
	prompt, cached, completion, calls int
}

// imported is what came of the import of a set.
type imported struct {
	episodes map[string]*episode // by the hash of their file
	entities []listed            // the most mentioned first
	learned  []learned
	spent    []spent
}

// read reads a database. It asks with statements of its own: what is measured must not depend on the questions by which the
// pages choose what they show.
func read(ctx context.Context, file string) (*imported, error) {
	address := url.URL{Scheme: "file", Opaque: file, RawQuery: "mode=ro"}
	db, err := sql.Open("sqlite", address.String())
	if err != nil {
		return nil, err
	}
	defer func() { _ = db.Close() }() // only read
	in := &imported{episodes: map[string]*episode{}}
	for _, step := range []func(context.Context, *sql.DB) error{
		in.readEpisodes, in.readMentions, in.readEntities, in.readLearned, in.readSpent,
	} {
		if err := step(ctx, db); err != nil {
			return nil, fmt.Errorf("read what was imported: %w", err)
		}
	}
	return in, nil
}

// each calls f for each row of a question.
func each(ctx context.Context, db *sql.DB, question string, f func(scan func(...any) error) error) error {
	rows, err := db.QueryContext(ctx, question)
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }() // Err says what went wrong
	for rows.Next() {
		if err := f(rows.Scan); err != nil {
			return err
		}
	}
	return rows.Err()
}

func (in *imported) readEpisodes(ctx context.Context, db *sql.DB) error {
	return each(ctx, db, `SELECT e.id, e.external_id, e.title, t.language, t.packed FROM episodes e
		JOIN transcripts t ON t.id = e.transcript_id`,
		func(scan func(...any) error) error {
			var e episode
			var key string
			var cues transcript.Packed
			if err := scan(&e.id, &key, &e.title, &e.language, &cues); err != nil {
				return err
			}
			e.cues, e.text = cues, transcript.Layout(cues).Text
			in.episodes[key] = &e
			return nil
		})
}

func (in *imported) readMentions(ctx context.Context, db *sql.DB) error {
	byID := map[int]*episode{}
	for _, e := range in.episodes {
		byID[e.id] = e
	}
	return each(ctx, db, `SELECT m.episode_id, m.entity_id, n.type, n.name, m.surface, m.start, m."end", m.confidence, m.signals
		FROM mentions m JOIN entities n ON n.id = m.entity_id WHERE n.hidden = 0 ORDER BY m.episode_id, m.start, m.id`,
		func(scan func(...any) error) error {
			var id int
			var s said
			var signals []byte
			if err := scan(&id, &s.entity, &s.typ, &s.name, &s.surface, &s.start, &s.end, &s.confidence, &signals); err != nil {
				return err
			}
			e := byID[id]
			if e == nil {
				return nil // of a transcript that is not the current one
			}
			e.mentions = append(e.mentions, s)
			return json.Unmarshal(signals, &e.mentions[len(e.mentions)-1].signals)
		})
}

func (in *imported) readEntities(ctx context.Context, db *sql.DB) error {
	return each(ctx, db, `SELECT e.type, e.name, e.mention_count,
		(SELECT COUNT(DISTINCT url) FROM links l WHERE l.entity_id = e.id AND l.decision <> 'removed') FROM entities e
		WHERE e.mention_count > 0 AND e.hidden = 0 AND e.merged_into IS NULL ORDER BY e.mention_count DESC, e.sort_key, e.id`,
		func(scan func(...any) error) error {
			var l listed
			err := scan(&l.typ, &l.name, &l.mentions, &l.links)
			in.entities = append(in.entities, l)
			return err
		})
}

func (in *imported) readLearned(ctx context.Context, db *sql.DB) error {
	return each(ctx, db, `SELECT e.type, a.name, e.name, (SELECT COUNT(*) FROM mentions m WHERE m.entity_id = e.id
		AND lower(m.surface) = lower(a.name) AND m.confidence >= 0.6) FROM alias a JOIN entities e ON e.id = a.entity_id
		WHERE a.channel_id <> 0 AND e.hidden = 0 ORDER BY e.type, e.name, a.name`,
		func(scan func(...any) error) error {
			var l learned
			err := scan(&l.typ, &l.heard, &l.name, &l.mentions)
			in.learned = append(in.learned, l)
			return err
		})
}

func (in *imported) readSpent(ctx context.Context, db *sql.DB) error {
	return each(ctx, db, `SELECT model, SUM(prompt_tokens), SUM(cached_tokens), SUM(completion_tokens), SUM(calls) FROM usages
		GROUP BY model ORDER BY model`,
		func(scan func(...any) error) error {
			var s spent
			err := scan(&s.model, &s.prompt, &s.cached, &s.completion, &s.calls)
			in.spent = append(in.spent, s)
			return err
		})
}

// entity is a distinct name that was found in an episode, with its best confidence.
type entity struct {
	typ        mention.Type
	name       string
	surfaces   []string // the words at its places
	confidence float64
	signals    []mention.Signal
}

// found returns the distinct names of mentions, by type.
func found(mentions []said) []entity {
	type key struct {
		typ  mention.Type
		name string
	}
	at := map[key]int{}
	var out []entity
	for _, m := range mentions {
		k := key{m.typ, cmp.Or(extract.Key(m.name), m.name)}
		i, seen := at[k]
		if !seen {
			i = len(out)
			at[k] = i
			out = append(out, entity{typ: m.typ, name: m.name})
		}
		if m.surface != "" && !slices.Contains(out[i].surfaces, m.surface) {
			out[i].surfaces = append(out[i].surfaces, m.surface)
		}
		if m.confidence > out[i].confidence {
			out[i].confidence, out[i].signals = m.confidence, m.signals
		}
	}
	return out
}

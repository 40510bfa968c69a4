package database

import "mentionary/internal/mention"

// ListedEntity is the condition of what the directory lists, as its indexes have it: a question that says so with parameters cannot
// use them. prefix names the row ("e.").
func ListedEntity(prefix string) string {
	return prefix + "mention_count > 0 AND NOT " + prefix + "hidden AND " + prefix + "merged_into IS NULL"
}

// HasTopics is the condition of what topics divide. prefix names the row ("e.").
func HasTopics(prefix string) string { return prefix + "type = '" + string(mention.Concept) + "'" }

// Mentioned is the condition of what an episode mentions in a context that counts. prefix names the row of episode_entities ("ee.").
func Mentioned(prefix string) string { return prefix + "mention_count > 0" }

// AfterAll stands for an empty text in the order of a list: rows without an author come after those with one.
const AfterAll = "\uffff"

// OrEmptyLast is a text column in the order of a list.
func OrEmptyLast(column string) string {
	return "COALESCE(NULLIF(" + column + ", ''), '" + AfterAll + "')"
}

// Standing is how an entity stands in the directory, as its column told keeps it: type, in how many episodes, whether lists show it, and
// its name. What is merged away or hidden has none. prefix names the row ("e.").
func Standing(prefix string) string {
	return "CASE WHEN " + prefix + "merged_into IS NOT NULL OR " + prefix + "hidden THEN '' ELSE " + prefix + "type || ':' || CAST(" +
		prefix + "episode_count AS TEXT) || ':' || CASE WHEN " + prefix + "mention_count > 0 THEN 'listed' ELSE '' END || ':' || " +
		prefix + "name END"
}

// NewsMark stands before what Entity.told keeps where there is news of an entity that its standing does not show.
const NewsMark = "!"

// GoodLink is the condition of a link that is shown. prefix names the row ("l.").
func GoodLink(prefix string) string {
	return prefix + "state <> 'broken' AND " + prefix + "decision <> 'removed'"
}

// PublicEpisode is the condition of what the directory lists of episodes.
const PublicEpisode = "is_processed AND visibility = 'public'"

// listIndex is an index in the order of a list.
type listIndex struct{ name, table, columns, where string }

// listIndexes make the first page of a list, and every page that begins at a place in its order, cost what it shows. Each has the
// whole order, so that nothing is sorted, and only rows that are listed, so that none is read in vain.
func (d *DB) listIndexes() derived {
	last := "" // SQLite takes an empty date for the least
	if d.Postgres() {
		last = " NULLS LAST"
	}
	listed := ListedEntity("")
	names := ", folded, type" // search walks names from the most mentioned one on without reading their rows
	if d.Postgres() {
		names = ") INCLUDE (folded, type"
	}
	// Writers change how often an entity is mentioned all the time. SQLite writes an index anew whose condition says so; of what the
	// directory does not list there is little.
	const stands = "NOT hidden AND merged_into IS NULL"
	all := []listIndex{
		{"type_name", "entities", "type, sort_key, id", stands},
		{"name", "entities", "sort_key, id", stands},
		// Counted in the index alone. A seventh of all has topics, so that few writers pay for it.
		{"topic", "entities", "topic, sort_key, id", HasTopics("") + " AND " + listed},
		{"mention_count", "entities", "mention_count DESC, sort_key, id" + names, listed},
		{"analyzed", "episodes", "processed_at DESC" + last + ", id DESC", PublicEpisode},
		{"published", "episodes", "published_at DESC" + last + ", id DESC", PublicEpisode},
		{"channel_published", "episodes", "channel_id, published_at DESC" + last + ", id DESC", "visibility = 'public'"},
		{"days", "episodes", "id, channel_id, published_at, processed_at", PublicEpisode},
		{"entities", "channels", "entity_count DESC, sort_key, id", ""},
		{"episodes", "channels", "episode_count DESC, sort_key, id", ""},
		{"mentions", "channels", "mention_count DESC, sort_key, id", ""},
		{"latest", "channels", "latest_at DESC" + last + ", sort_key, id", ""},
		{"mentioned", "channel_entities", "channel_id, mention_count DESC, entity_id", ""},
		{"most", "episode_entities", "entity_id, mention_count DESC, episode_id DESC", ""},
		{"newest", "episode_entities", "entity_id, episode_id DESC, mention_count", Mentioned("")},
		{"type", "episode_entities", "type, episode_id", Mentioned("")},
		{"type_mentioned", "channel_entities", "channel_id, type, mention_count DESC, entity_id", ""},
		{"good", "links", "entity_id, kind", GoodLink("")},
		{"recommended", "mentions", "entity_id, episode_id, speaker, telling, confidence, context, id", "stance = 'recommended'"},
		{"news", "entities", "id", "told <> " + Standing("")},
		{"news", "alias", "id", "told <> confirmed"},
	}
	for _, column := range []string{"mention_count", "episode_count", "latest_episode_id", "recommender_count", "talked_count"} {
		all = append(all, listIndex{"type_" + column, "entities", "type, " + column + " DESC, sort_key, id", listed})
	}
	for _, column := range []string{"author", "company", "country"} {
		all = append(all, listIndex{"type_" + column, "entities", "type, (" + OrEmptyLast(column) + "), sort_key, id", stands})
	}
	out := derived{}
	for _, name := range []string{ // former releases had them
		"episode_count", "latest_episode_id", "recommender_count", "type_topic",
	} {
		out.drop = append(out.drop, "DROP INDEX IF EXISTS list_entities_"+name)
	}
	for _, x := range all {
		name := "list_" + x.table + "_" + x.name
		s := "CREATE INDEX " + name + " ON " + x.table + " (" + x.columns + ")"
		if x.where != "" {
			s += " WHERE " + x.where
		}
		out.create, out.drop = append(out.create, s), append(out.drop, "DROP INDEX IF EXISTS "+name)
	}
	if d.Postgres() {
		out.create = append(out.create, "ANALYZE entities", "ANALYZE episodes", "ANALYZE channels", "ANALYZE channel_entities")
	}
	return out
}

package convert

import (
	"unicode/utf16"

	v1 "mentionary/gen/go/mentionary/v1"
	"mentionary/internal/store"
	"mentionary/internal/store/jobs"
	"mentionary/internal/transcript"
)

// marks places mentions in the segments of a transcript: which segment, and from where to where in UTF-16 code units, as
// browsers count. Words that run into the next segment are marked to the end of theirs. Without times there are no
// segments and no marks.
func marks(t *store.Transcript, mentions []*store.Mention) []*v1.Mark {
	text := jobs.Cues(t)
	if !text.Timed() {
		return nil
	}
	doc := transcript.Layout(text.Cues)
	out := make([]*v1.Mark, 0, len(mentions))
	for _, m := range mentions {
		i := doc.CueAt(m.Start)
		start, end := doc.CueSpan(i)
		if m.Start < start || m.Start >= end || m.End <= m.Start {
			continue // no words of this transcript
		}
		from := utf16Length(doc.Text[start:m.Start])
		mark := &v1.Mark{
			MentionId: Number(m.ID), EntityId: Number(m.EntityID), Segment: Number(i),
			From: Number(from), To: Number(from + utf16Length(doc.Text[m.Start:min(m.End, end)])),
		}
		if e := m.Edges.Entity; e != nil {
			mark.Type, mark.Name = string(e.Type), e.Name
		}
		out = append(out, mark)
	}
	return out
}

func utf16Length(s string) int {
	n := 0
	for _, r := range s {
		n += max(1, utf16.RuneLen(r))
	}
	return n
}

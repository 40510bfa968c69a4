package activities

import (
	"context"
	"slices"
	"sync"

	"mentionary/internal/store"
	"mentionary/internal/store/jobs"
	"mentionary/internal/transcript"
)

// What stays laid out: a run reads its own transcript once a chunk, and some runs are under way at once. Some transcripts
// are a hundred times as large as others, so their bytes are counted, too; the last one stays in any case.
const (
	textsKept     = 32
	textBytesKept = 24 << 20
)

// Text is a stored transcript, laid out. It is shared: nobody changes it.
type Text struct {
	Cues     []transcript.Cue
	Document transcript.Document
	Chunks   []transcript.Chunk

	stored transcript.Transcript
}

// cutFor returns the text as a run reads it: cut into so many chunks (0: any number), among them those that it has read, by their
// hashes. A run that began before the last of equal joints was taken goes on with its own cut, and what it found is looked for there.
func (t *Text) cutFor(read map[int]string, chunks int) *Text {
	if fits(t.Chunks, read, chunks) {
		return t
	}
	former := *t
	former.Chunks = transcript.FormerChunks(t.stored, transcript.DefaultChunkWords)
	if fits(former.Chunks, read, chunks) {
		return &former
	}
	return t
}

func fits(cut []transcript.Chunk, read map[int]string, chunks int) bool {
	if chunks > 0 && len(cut) != chunks {
		return false
	}
	for i, hash := range read {
		if i >= len(cut) || cut[i].Hash != hash {
			return false
		}
	}
	return true
}

// asRead returns a chunk as its reader gets it: a model is shown the sentence before it.
func (t *Text) asRead(chunk int, model string) transcript.Chunk {
	if model == "" {
		return t.Chunks[chunk]
	}
	return t.Document.WithLead(t.Chunks[chunk])
}

// Texts lays out stored transcripts and keeps the last ones: transcripts are immutable, so what is kept is never stale.
type Texts struct {
	Store *store.Store

	mu    sync.Mutex
	kept  map[int]*Text
	order []int // ids, the one used last at the end
	bytes int   // of the texts that are kept
}

// Get returns the text of a transcript. The cut into chunks is deterministic: every activity of a run, in any process,
// sees the same chunks.
func (t *Texts) Get(ctx context.Context, transcriptID int) (*Text, error) {
	if text := t.find(transcriptID); text != nil {
		return text, nil
	}
	row, err := t.Store.Jobs.TranscriptByID(ctx, transcriptID)
	if err != nil {
		return nil, err
	}
	stored := jobs.Cues(row)
	text := &Text{
		stored: stored, Cues: stored.Cues, Document: transcript.Layout(stored.Cues),
		Chunks: transcript.Chunks(stored, transcript.DefaultChunkWords),
	}
	t.keep(transcriptID, text)
	return text, nil
}

func (t *Texts) find(id int) *Text {
	t.mu.Lock()
	defer t.mu.Unlock()
	if i := slices.Index(t.order, id); i >= 0 {
		t.order = append(slices.Delete(t.order, i, i+1), id)
	}
	return t.kept[id]
}

func (t *Texts) keep(id int, text *Text) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.kept == nil {
		t.kept = map[int]*Text{}
	}
	if t.kept[id] != nil {
		return
	}
	t.kept[id] = text
	t.order = append(t.order, id)
	t.bytes += len(text.Document.Text)
	for len(t.order) > 1 && (len(t.order) > textsKept || t.bytes > textBytesKept) {
		t.bytes -= len(t.kept[t.order[0]].Document.Text)
		delete(t.kept, t.order[0])
		t.order = t.order[1:]
	}
}

package transcript

// Origin says who made a transcript. The words are stored: never rename one.
type Origin string

// The origins, best first.
const (
	Publisher Origin = "publisher" // by the show itself
	Captions  Origin = "captions"  // hand-made captions of the video site
	Uploaded  Origin = "uploaded"  // given by a person
	Automatic Origin = "automatic" // automatic captions
	Speech    Origin = "speech"    // our own speech to text
)

// Rank orders origins: a lower number is to be preferred. Unknown origins come last.
func (o Origin) Rank() int {
	for i, x := range []Origin{Publisher, Captions, Uploaded, Automatic, Speech} {
		if x == o {
			return i
		}
	}
	return 5
}

// Limits of a transcript (SECURITY.md, Parsers).
const (
	MaxDurationMS = 24 * 60 * 60 * 1000
	MaxCues       = 60_000
	MaxCueRunes   = 2_000
	MaxWords      = 400_000 // of a file that somebody sends: a fast day of speech has 360,000
)

// Cue is one timed piece of speech. Times are milliseconds from the start. A transcript without times has StartMS and
// EndMS 0 in every cue.
type Cue struct {
	StartMS int    `json:"start"`
	EndMS   int    `json:"end"`
	Speaker string `json:"speaker,omitempty"`
	Text    string `json:"text"`
}

// Transcript is what was said in one episode.
type Transcript struct {
	Language string // BCP 47, empty when unknown
	Origin   Origin
	HeardBy  string // the speech server's name, where one heard it
	Cues     []Cue
}

// Timed reports whether any cue carries a time.
func (t Transcript) Timed() bool {
	for _, c := range t.Cues {
		if c.StartMS > 0 || c.EndMS > 0 {
			return true
		}
	}
	return false
}

// Chunk is a stretch of whole cues that an extractor reads at once. Offsets are bytes in the document's text.
type Chunk struct {
	Index     int
	FirstCue  int // index of the first cue
	LastCue   int // index of the last cue, inclusive
	Start     int // offset of the chunk's text in the document
	End       int
	Text      string
	Hash      string // hex SHA-256 of language and text: the cache key of extraction
	LowerCase bool   // the text has no capitals to lean on (automatic captions)
}

// Passage is a stretch of whole cues that search finds and links to.
type Passage struct {
	Index    int
	FirstCue int
	LastCue  int
	StartMS  int
	EndMS    int
	Text     string
}

// Words returns how many words were said, as CountWords counts them.
func (t Transcript) Words() int {
	n := 0
	for _, c := range t.Cues {
		n += CountWords(c.Text)
	}
	return n
}

package speechtest

import (
	"encoding/json"
	"slices"
	"strings"
)

// answer is what the server heard.
type answer struct {
	request Request
	words   []Word
	ms      int
}

// segmentWords is the most words of one segment.
const segmentWords = 14

// encode writes the answer in the format asked for, with the times of the file.
func (a answer) encode() string {
	out := map[string]any{"text": textOf(a.words)}
	seconds := float64(a.ms) / 1000
	switch a.request.Format {
	case Verbose:
		out["task"], out["language"], out["duration"] = "transcribe", "english", seconds
		if len(a.request.Granularity) == 0 || slices.Contains(a.request.Granularity, "segment") {
			out["segments"] = a.segments(false)
		}
		if slices.Contains(a.request.Granularity, "word") {
			out["words"] = a.timed()
		}
		out["usage"] = map[string]any{"type": "duration", "seconds": int(seconds) + 1}
	case Diarized:
		out["task"], out["duration"], out["segments"] = "transcribe", seconds, a.segments(true)
		out["usage"] = map[string]any{"type": "duration", "seconds": int(seconds) + 1}
	default:
		out["usage"] = map[string]any{"type": "tokens", "input_tokens": 10 * int(seconds), "output_tokens": len(a.words)}
	}
	b, _ := json.Marshal(out) // maps of plain values
	return string(b)
}

func (a answer) timed() []any {
	out := []any{}
	for _, w := range a.words {
		out = append(out, map[string]any{
			"word": strings.Trim(w.Text, ".?!,"), "start": a.seconds(w.StartMS), "end": a.seconds(w.EndMS),
		})
	}
	return out
}

func (a answer) seconds(ms int) float64 { return float64(ms-a.request.StartMS) / 1000 }

func (a answer) segments(speakers bool) []any {
	out := []any{}
	for from := 0; from < len(a.words); {
		to := from + 1
		for to < len(a.words) && to-from < segmentWords && !strings.ContainsAny(a.words[to-1].Text, ".?!") {
			to++
		}
		part := a.words[from:to]
		segment := map[string]any{
			"id": len(out), "start": a.seconds(part[0].StartMS), "end": a.seconds(part[len(part)-1].EndMS), "text": " " + textOf(part),
			"avg_logprob": -0.2, "no_speech_prob": 0.01, "compression_ratio": 1.1, "seek": 0, "temperature": 0, "tokens": []int{},
		}
		if speakers {
			segment["type"], segment["speaker"] = "transcript.text.segment", "Ann Lee"
		}
		out = append(out, segment)
		from = to
	}
	return out
}

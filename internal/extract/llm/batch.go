package llm

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"github.com/openai/openai-go/v3/shared"

	"mentionary/internal/extract"
	"mentionary/internal/fault"
	"mentionary/internal/transcript"
)

// MaxBatchFile is how many bytes a file of answers may have.
const MaxBatchFile = 16 << 20

const (
	batchesListed = 100          // the most that a page of a list may have
	batchKey      = "mentionary" // of a batch's metadata
	lineName      = "chunk-"     // begins the name of a line, which ends with the chunk's number
)

// serverBatch is what matters of a batch as the server tells it.
type serverBatch struct {
	ID       string         `json:"id"`
	Status   string         `json:"status"`
	Output   string         `json:"output_file_id"`
	Metadata map[string]any `json:"metadata"`
}

// ended are the states of a batch after which nothing more comes.
var ended = []string{"completed", "failed", "expired", "cancelled"}

// plainID is what ids look like that may become part of an address.
var plainID = regexp.MustCompile(`^[A-Za-z0-9_-]{1,128}$`)

// FindBatch returns the id of the newest batch that was submitted with a key, "" when it is not among the last hundred or the server
// does not list batches.
func (e *Extractor) FindBatch(ctx context.Context, key string) (string, error) {
	list, err := told[struct {
		Data []serverBatch `json:"data"`
	}](func(into option.RequestOption) error {
		_, err := e.server.batches.List(ctx, openai.BatchListParams{Limit: openai.Int(batchesListed)}, into)
		return err
	})
	if err != nil {
		if f := e.batchFault(err); f.Kind.Retryable() {
			return "", f
		}
		return "", nil
	}
	for _, b := range list.Data {
		if b.Metadata[batchKey] == key && plainID.MatchString(b.ID) {
			return b.ID, nil
		}
	}
	return "", nil
}

// SubmitBatch asks for chunks of an episode, at most extract.MaxBatch, and returns the batch's id. The key, at most 512 characters, finds
// it again. The usage is that of finding out how the server wants to be asked, also when the error is not nil; a fault.Unsupported says
// that the server has no batches.
func (e *Extractor) SubmitBatch(ctx context.Context, key string, chunks []transcript.Chunk, about extract.Context) (string, extract.Usage,
	error,
) {
	usage := extract.Usage{Model: e.model}
	w, err := e.way(ctx, &usage)
	if err != nil {
		return "", usage, err
	}
	var lines bytes.Buffer
	for _, c := range chunks[:min(len(chunks), extract.MaxBatch)] {
		line, err := json.Marshal(map[string]any{
			"custom_id": lineName + strconv.Itoa(c.Index), "method": http.MethodPost, "url": openai.BatchNewParamsEndpointV1ChatCompletions,
			"body": e.server.question(w, opening(w, userPrompt(c, about))),
		})
		if err != nil {
			return "", usage, fault.Wrap(fault.Internal, err, fault.Neutral)
		}
		lines.Write(append(line, '\n'))
	}
	input, err := toldBatch(func(into option.RequestOption) error {
		file := openai.File(&lines, "chunks.jsonl", "application/jsonl")
		_, err := e.server.files.New(ctx, openai.FileNewParams{File: file, Purpose: openai.FilePurposeBatch}, into)
		return err
	})
	if err != nil {
		return "", usage, e.batchFault(err)
	}
	made, err := toldBatch(func(into option.RequestOption) error {
		_, err := e.server.batches.New(ctx, openai.BatchNewParams{
			InputFileID: input.ID, Endpoint: openai.BatchNewParamsEndpointV1ChatCompletions,
			CompletionWindow: openai.BatchNewParamsCompletionWindow24h, Metadata: shared.Metadata{batchKey: key},
		}, into)
		return err
	})
	if err != nil {
		return "", usage, e.batchFault(err)
	}
	return made.ID, usage, nil
}

// BatchEnded reports whether nothing more comes of a batch.
func (e *Extractor) BatchEnded(ctx context.Context, id string) (bool, error) {
	b, err := e.batch(ctx, id)
	return err == nil && slices.Contains(ended, b.Status), err
}

// CancelBatch asks the server to stop a batch.
func (e *Extractor) CancelBatch(ctx context.Context, id string) error {
	var body []byte
	if _, err := e.server.batches.Cancel(ctx, id, option.WithResponseBodyInto(&body)); err != nil {
		return e.batchFault(err)
	}
	return nil
}

// BatchAnswers returns the answers of a batch by chunk. A chunk that was not answered is not among them, one that was answered twice has
// the first answer. Which chunks were asked for is not known here.
func (e *Extractor) BatchAnswers(ctx context.Context, id string) (map[int]extract.BatchAnswer, error) {
	b, err := e.batch(ctx, id)
	if err != nil {
		return nil, err
	}
	out := map[int]extract.BatchAnswer{}
	if b.Output == "" {
		return out, nil
	}
	if !plainID.MatchString(b.Output) {
		return nil, e.batchFault(errNoBatch)
	}
	res, err := e.server.files.Content(ctx, b.Output)
	if err != nil {
		return nil, e.batchFault(err)
	}
	body, err := io.ReadAll(res.Body) // it has been read, within MaxBatchFile
	if err = errors.Join(err, res.Body.Close()); err != nil {
		return nil, e.batchFault(err)
	}
	for line := range bytes.Lines(body) {
		if chunk, answer, ok := e.readLine(line); ok {
			if _, twice := out[chunk]; !twice {
				out[chunk] = answer
			}
		}
	}
	return out, nil
}

// readLine reads a line of a file of answers. What is no answer of a model is left out: an error of the server costs nothing.
func (e *Extractor) readLine(line []byte) (chunk int, answer extract.BatchAnswer, ok bool) {
	var l struct {
		Name     string `json:"custom_id"`
		Response struct {
			Status int             `json:"status_code"`
			Body   json.RawMessage `json:"body"`
		} `json:"response"`
	}
	if len(line) > MaxAnswer || json.Unmarshal(line, &l) != nil || l.Response.Status != http.StatusOK {
		return 0, answer, false
	}
	number, ours := strings.CutPrefix(l.Name, lineName)
	chunk, err := strconv.Atoi(number)
	if !ours || err != nil {
		return 0, answer, false
	}
	answer.Usage = extract.Usage{Model: e.model, Calls: 1}
	reply, err := readCompletion(l.Response.Body, &answer.Usage)
	if err != nil {
		return 0, answer, false
	}
	var problem string
	if answer.Candidates, problem = e.read(reply); problem != "" {
		answer.Err = errUnreadable
	}
	if reply.declined {
		answer.Candidates, answer.Err = nil, errDeclined
	}
	return chunk, answer, true
}

// batch asks how a batch is.
func (e *Extractor) batch(ctx context.Context, id string) (serverBatch, error) {
	b, err := toldBatch(func(into option.RequestOption) error {
		_, err := e.server.batches.Get(ctx, id, into)
		return err
	})
	if err != nil {
		return b, e.batchFault(err)
	}
	return b, nil
}

// toldBatch is told of a batch or a file: both have an id, which is checked before it becomes part of an address.
func toldBatch(ask func(into option.RequestOption) error) (serverBatch, error) {
	b, err := told[serverBatch](ask)
	if err == nil && !plainID.MatchString(b.ID) {
		err = errNoBatch
	}
	return b, err
}

// told reads what a call answers, whatever content type it came with.
func told[T any](ask func(into option.RequestOption) error) (out T, err error) {
	var body []byte
	if err := ask(option.WithResponseBodyInto(&body)); err != nil {
		return out, err
	}
	if json.Unmarshal(body, &out) != nil {
		return out, errNoBatch
	}
	return out, nil
}

var errNoBatch = errors.New("the model server's answer is not about a batch")

// batchFault turns an error of a call about batches to a fault. Nothing of the answer's words is kept.
func (e *Extractor) batchFault(err error) *fault.Error {
	var s *statusError
	absent := []int{http.StatusNotFound, http.StatusMethodNotAllowed, http.StatusNotImplemented}
	if errors.Is(err, errNoBatch) || errors.As(err, &s) && slices.Contains(absent, s.Status) {
		return fault.Wrap(fault.Unsupported, err, "The model server takes no batches.")
	}
	return e.faultOf(err)
}

// Package llm finds candidates with a language model behind an OpenAI-compatible server (Chat Completions).
//
// It owns: the prompt, the schema of answers, the conversation with the server (which way of asking for JSON it
// understands, one repair, limits), reading answers and turning failures to faults. It does not own proof of quotes and
// confidence (extract), caching and spending caps (store, activities), or the connection (the client is handed in).
//
// # Asking for JSON
//
// Servers differ in what they understand. There are three ways, best first: a strict JSON schema, "some JSON object"
// with the schema in the prompt, and plain text with the schema in the prompt. The first extraction probes the server
// with a tiny question and remembers the best way that gave a valid answer; a later refusal steps down for good. Probes
// are outside the count of paid calls per chunk; their tokens are added to the usage of the extraction that probed.
//
// # Batches
//
// Servers that have them (POST /batches) take many chunks in one file and answer within a day at a lower price. The questions and the
// reading of answers are those of single calls; there is no repair, and what a batch does not answer is asked for by itself. A batch
// carries a key in its metadata, so that whoever lost its id finds it again.
//
// # Trust
//
// An answer is treated as if the author of the transcript had written it. It is read up to 1 MiB, 200 entities and 500
// characters a string; an entity that is not exactly by the schema is dropped; the schema has no field for addresses,
// and text that carries one is dropped. Quotes are claims until package extract has located them.
//
// # Failures
//
//	401, 403                          denied        the key is wrong
//	404, code model_not_found         not_found     the model is unknown to the server
//	429                               rate_limited  with Retry-After; code insufficient_quota: budget
//	408, 5xx, timeouts, no connection unavailable
//	context length exceeded, 413, an  too_large     the caller splits the chunk
//	answer cut off twice
//	no readable answer after repair,  unsupported   this model cannot do it
//	or the model declines
//	other 4xx                         bad_input
//
// Neither the key nor anything the server said stands in an error: servers echo keys.
package llm

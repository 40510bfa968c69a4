// Package openai hears with a model behind a server that understands OpenAI's audio transcriptions.
//
// It owns: the conversation with the server (which format of answers it has, limits), reading answers and turning failures
// to faults. It does not own cutting and joining (package speech), money and retries (activities, workflows), or the
// connection (the client is handed in).
//
// # Asking
//
// Servers differ in what they tell. There are four formats, best first: verbose_json with the times of words, verbose_json,
// diarized_json and json, which has text only. The first call probes the server with a second of made sound and remembers
// the best format that it did not refuse, and whether it takes a prompt; a later refusal steps down for good. What comes
// back is read whatever format was asked for: some servers answer another.
//
// # Trust
//
// An answer is treated as if the author of the audio had written it: it is read up to 16 MiB, times are believed when they
// are finite, within the piece and rising, text and speakers are cleaned. Where most times cannot be true, or there are
// none, sentences are spread over the piece. What models make up in silence is dropped: lines
// that repeat many times in a row, and segments that the server itself takes for no speech.
//
// # Failures
//
//	401, 403                           denied        the key is wrong
//	404                                not_found     the model is unknown to the server
//	429                                rate_limited  with Retry-After; code insufficient_quota: budget
//	408, 5xx, timeouts, no connection, unavailable
//	a connection that breaks off
//	413, audio too long                too_large     smaller pieces, also from now on
//	400, 415, 422 about the file       unsupported   the server cannot read this audio
//	two answers in a row that cannot   unsupported   this is no speech server
//	be read
//	other 4xx                          bad_input
//
// Neither the key nor anything the server said stands in an error: servers echo keys.
package openai

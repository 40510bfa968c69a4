// Package modelserver is what every conversation with an OpenAI-compatible server has in common, whatever it is asked.
//
// It owns: the settings of a service of the library, the bound on answers, error answers stripped of what the server wrote,
// failures of the connection as faults, and remembering which way of asking a server understands. It does not own the
// questions, the reading of answers, what an error answer complains about (extract/llm, speech/openai), or the connection
// (the client is handed in).
//
// Neither the key nor anything a server said stands in its errors: servers echo keys.
package modelserver

// Package speech is what is said in audio, as text with times.
//
// It owns: the port to a speech server, hearing a piece of a file (cutting it smaller when the server wants that), joining
// what was heard in overlapping pieces, naming voices that introduce themselves, and the prompt that tells a server names. It
// does not own the conversation with a server (speech/openai), files (package audio), what hearing costs or when to try again
// (activities, workflows).
package speech

// Package speechtest is a scripted speech server and the audio it understands, for tests.
//
// It owns: talks (words at times) as WAV and MP3 whose samples and frames carry the talk's number and the time, so that
// any piece cut out of them gives exactly the words that lie in it; an OpenAI-compatible server that hears them; and what
// can go wrong with one. No speech is recognized here. Files are valid: players play them, mostly as silence.
package speechtest

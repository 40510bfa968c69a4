// Package openai hears with a server that understands OpenAI's audio transcriptions.
package openai

package openai

// Read is read, for tests of what is made of answers.
var Read = read

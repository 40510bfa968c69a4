// Package reply sends complete answers: plain, with gzip, or as it was compressed beforehand, each with its entity tag, or 304 to
// those who have it already.
//
// It owns: which form a caller accepts, entity tags and If-None-Match, and the headers that follow from them (Vary,
// Content-Encoding, Content-Length, ETag). It does not own: the other headers, who may see an answer, and how long it is
// kept. Streams are not answers of this kind: they are never compressed here, but for File.
//
// The length of a compressed answer tells something of its content, so a secret must not stand beside text that a stranger
// chooses, in an answer that a stranger can ask for again and again (BREACH). None does: no body holds a cookie or a token
// against forgery, and a new access token is answered once, to a POST that other sites cannot send.
package reply

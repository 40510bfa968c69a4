// Package transcript holds transcripts as pure values and the algorithms on them: cleaning cues, removing rolling caption
// lines, laying cues out as one text with offsets and cutting that text into chunks and passages.
//
// It does not own file formats (source/upload) or where transcripts come from (source). Everything here is deterministic:
// the same cues give the same text, offsets, chunks and hashes on every machine, because stored mentions point into them.
package transcript

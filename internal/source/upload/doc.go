// Package upload reads what people give: transcript files of the usual formats and yt-dlp archive folders.
//
// It owns the file formats (WebVTT, SRT, podcast JSON, Whisper JSON, YouTube json3, Whisper TSV, plain text and Markdown),
// how they are recognized, their character sets, the metadata files of yt-dlp, and how files of a folder become episodes.
// It does not own cleaning and limits of cues (transcript), where bytes come from (the upload route, yt-dlp, feeds), or
// storage. All parsers are our own: they are small, keep what broken files still say, and count before they allocate.
package upload

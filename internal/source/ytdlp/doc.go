// Package ytdlp asks an installed yt-dlp for metadata, captions and the sound of single YouTube videos.
//
// It owns: finding the program, the command line, the limits around the process (time, output, folder, environment) and
// what its complaints mean. It does not own the formats of its answers (source/upload) or when to ask (workflows pace and
// retry; yt-dlp itself retries nothing but a broken connection in the middle of sound). Nothing it is given reaches a
// shell, and only addresses that are built from a checked video id reach yt-dlp.
package ytdlp

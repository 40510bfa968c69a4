/** What made a transcript, in words; one that somebody uploaded is told by who gave it. */
export const origins: Record<string, string> = {
  publisher: 'Publisher’s transcript',
  captions: 'Captions',
  automatic: 'Automatic captions',
  speech: 'Made by speech recognition',
}

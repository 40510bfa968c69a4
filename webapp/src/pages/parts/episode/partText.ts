/** What somebody is in an episode, in the word of its source. */
export const partText = (part: string): string =>
  part === 'participant' ? 'Takes part' : part.charAt(0).toLocaleUpperCase('en') + part.slice(1)

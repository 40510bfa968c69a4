// The words for what the server says about a mention: why it believes it, and how the speaker stands to it.

const reasons: Record<string, string> = {
  reviewed: 'A moderator looked at it',
  cue: 'A phrase introduced it, such as “a book called”',
  creator_link: 'The creator links to it',
  show_notes: 'It is named in the show notes',
  distinct: 'Hardly anything else has this name',
  gazetteer: 'It is a well-known name',
  catalogue: 'The directory already knows it',
  repeated: 'It is mentioned several times',
  capitalised: 'It is written like a name',
  participant: 'It is the host or a guest',
  model: 'A language model found it, and its words are in the transcript',
  given_name: 'It starts with a first name',
  type_cue: 'The words around it say what it is',
  usage: 'The words around it say what it is, again and again in the episode',
  head_noun: 'It holds a word for what it is, such as “university”',
  guessed_type: 'Its type is a guess',
  everyday_word: 'It is also an everyday word',
  name_pattern: 'It looks like a person’s name',
  fuzzy_quote: 'The quote matches the transcript only roughly',
  well_known: 'A well-known person has this name',
  rare_family: 'Few people have this family name',
  ordinary_word: 'Its last word is an ordinary word',
  unedited: 'The transcript was made by a machine and not edited',
  tagger: 'The sentences around it read like those about a name of this type',
  numbered: 'It carries a number, as models do',
  tagger_sure: 'The sentences around it leave little doubt',
  tagger_doubts: 'The sentences around it do not read like those about a name of this type',
  unplaced: 'Nothing around it says that it is a place',
  lower_case: 'The transcript has no capital letters to go by',
}

/** A reason as a sentence; one this version does not know is shown as it was sent. */
export function reasonText(reason: string): string {
  return reasons[reason] ?? reason.replaceAll('_', ' ')
}

const stances: Record<string, string> = {
  recommended: 'Recommended',
  used: 'Used',
  criticised: 'Criticized',
  own_work: 'Own work',
}

/** How the speaker stands to it, in a word. Talking about it or passing by says nothing worth a word: undefined. */
export function stanceText(stance: string): string | undefined {
  return stances[stance]
}

const contexts: Record<string, string> = { ad: 'Sponsor read', self_promo: 'Self-promotion' }

/** What part of the talk it was said in, when it was not the conversation itself. */
export function contextText(context: string): string | undefined {
  return contexts[context]
}

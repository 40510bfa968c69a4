// What the product says about itself: claims, numbers and invitations, in one place. An operator replaces any of them
// with a JSON object of the same keys in <meta name="mentionary-copy" content="{…}"> of index.html.

const own = {
  heroKicker: 'Podcasts and videos, read closely',
  heroTitle: 'Every book, every name, and the second it was said',
  heroLead:
    'Mentionary listens to episodes and writes down what was mentioned: books, products, people, companies and places, each with the sentence and its time.',
  trial: '7-day free trial. No credit card. Cancel anytime.',
  trialButton: 'Start Free Trial',
  signUpButton: 'Sign Up',
  bandTitle: 'Stop pausing to write things down',
  bandText:
    'Sign in with your account provider, paste an address, and come back to a list of everything that was mentioned.',
  teaserUsers: '1,000+ users',
  teaserEpisodes: '86+ episodes analyzed',
  teaserEntities: '1,400+ entities discovered',
  homeTitle: 'What should we listen to?',
  homeLead:
    'Type a show’s name or paste the address of a video, channel, playlist or feed, or upload transcripts you already have.',
}

type Copy = Readonly<Record<keyof typeof own, string>>

/** Puts an operator's texts in place of ours. Unknown keys and anything that is not a text are left out. */
export function withOverrides(text: string | null | undefined): Copy {
  if (!text) return own
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch {
    return own
  }
  if (typeof given !== 'object' || given === null) return own
  const known = Object.entries(given).filter(([key, value]) => Object.hasOwn(own, key) && typeof value === 'string')
  return { ...own, ...(Object.fromEntries(known) as Partial<typeof own>) }
}

export const copy: Copy = withOverrides(
  import.meta.env.SSR
    ? import.meta.env.COPY // while the build draws pages (build/drawing.ts)
    : document.querySelector<HTMLMetaElement>('meta[name="mentionary-copy"]')?.content,
)

/** Inputs a visitor can try; they fill the field and are not sent by themselves. */
export const exampleInputs: readonly { label: string; input: string }[] = [
  { label: 'A video', input: 'https://www.youtube.com/watch?v=UF8uR6Z6KLc' },
  { label: 'A channel', input: 'https://www.youtube.com/@TED' },
  { label: 'A playlist', input: 'https://www.youtube.com/playlist?list=PL8dPuuaLjXtNlUrzyH5r6jN9ulIgZBpdo' },
  { label: 'A podcast feed', input: 'https://feeds.npr.org/510289/podcast.xml' },
]

import { useId, useState } from 'react'
import Linkify from 'linkify-react'
import type { Opts } from 'linkifyjs'
import { cut, graphemes } from '@/lib/text'
import { Button } from '@/ui/Button'
import { ExternalLink } from '@/ui/ExternalLink'

/** Longer descriptions are shown in part until asked for. */
const shortEnough = 200

const options: Opts = {
  defaultProtocol: 'https',
  // Words with a dot are mostly no addresses; only what is written as one becomes a link.
  validate: { url: value => /^(https?:\/\/|www\.)/i.test(value), email: () => false },
  render: ({ attributes, content }) => <ExternalLink href={String(attributes['href'])}>{content}</ExternalLink>,
}

/** What the creator wrote about the episode. */
export function Description({ text }: { text: string }) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const long = graphemes(text).length > shortEnough
  const part = long && !open
  return (
    <div className="episode-description">
      <div className="prose" id={id}>
        {part ? (
          <p>{cut(text, shortEnough)}</p>
        ) : (
          text.split(/\n\s*\n/).map((paragraph, i) => (
            <p key={i}>
              <Linkify options={options}>{paragraph.trim()}</Linkify>
            </p>
          ))
        )}
      </div>
      {long && (
        <Button look="quiet" size="small" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
          {open ? 'Show less' : 'Read more'}
        </Button>
      )}
    </div>
  )
}

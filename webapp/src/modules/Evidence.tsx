import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Mention } from '@/gen/mentionary/v1/common_pb'
import { paths } from '@/lib/paths'
import { contextText } from '@/lib/reasons'
import { Badge } from '@/ui/Badge'
import { Quote } from '@/ui/Quote'
import { Confidence } from './Confidence'
import { GivenByReader } from './GivenByReader'
import { StanceMark } from './StanceMark'

type Props = {
  mention: Mention
  /** the entity's type; gives the color */
  type: string
  /** plays from that second on this page; without it the mention's own address is linked */
  onPlay?: ((seconds: number) => void) | undefined
  /** links to that place in the transcript, which only signed-in readers have */
  inTranscript?: boolean
  size?: 'normal' | 'large' | 'compact'
  /** what readers can do with it, behind the small words */
  tools?: ReactNode
}

/** The proof of one mention: the sentence, the second, who said it, how sure we are, and whether it was paid for. */
export function Evidence({ mention, type, onPlay, inTranscript = false, size = 'normal', tools }: Props) {
  const { start } = mention
  const context = contextText(mention.context)
  return (
    <Quote
      text={mention.quote}
      surface={mention.surface}
      type={type}
      at={start}
      position={mention.position}
      speaker={mention.speaker}
      size={size}
      onPlay={onPlay && start !== undefined ? () => onPlay(start) : undefined}
      playUrl={mention.url}
      notes={
        <>
          {context && <Badge type="sponsor">{context}</Badge>}
          <StanceMark stance={mention.stance} />
          <Confidence score={mention.confidence} reasons={mention.reasons} />
          {mention.givenByReader && <GivenByReader />}
          {inTranscript && start !== undefined && (
            <Link className="small" to={`${paths.transcript(mention.videoId)}#t=${Math.floor(start)}`}>
              In the transcript
            </Link>
          )}
          {tools}
        </>
      }
    />
  )
}

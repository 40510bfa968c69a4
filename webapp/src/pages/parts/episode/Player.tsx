import { useEffect, useRef, useState } from 'react'
import { Button } from '@/ui/Button'
import { ExternalLink } from '@/ui/ExternalLink'

/** Plays the show's own file at the lower edge of the window. It is asked for only after somebody pressed a time. */
export function Player({
  src,
  title,
  from,
  onClose,
}: {
  src: string
  title: string
  /** a new object for each press */ from: { /** seconds */ at: number }
  onClose: () => void
}) {
  const audio = useRef<HTMLAudioElement>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    const element = audio.current
    if (!element) return
    element.currentTime = from.at
    // A press on another time interrupts the first; that is no failure.
    element.play().catch((error: unknown) => setFailed(!(error instanceof DOMException && error.name === 'AbortError')))
  }, [from])
  return (
    <section className="player" aria-label="Player">
      <div className="page player-bar">
        <p className="player-title">{title}</p>
        {failed ? (
          <p className="small" role="alert">
            This recording cannot be played here.{' '}
            <ExternalLink href={src} showHost>
              Open it at its source
            </ExternalLink>
          </p>
        ) : (
          <audio
            ref={audio}
            src={src}
            controls
            preload="none"
            onError={() => setFailed(true)}
            onPlaying={() => setFailed(false)}
          />
        )}
        <Button look="quiet" icon="close" iconOnly onClick={onClose}>
          Close player
        </Button>
      </div>
    </section>
  )
}

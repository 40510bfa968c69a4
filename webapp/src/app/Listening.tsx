import { lazy, Suspense } from 'react'
import { useListening } from '@/modules/player/listening'

// Most visits hear nothing, so what plays is loaded with the first press on a time.
const PlayerBar = lazy(() => import('@/modules/player/PlayerBar').then(m => ({ default: m.PlayerBar })))

/** The player, while something is being heard. It belongs to no page. */
export function Listening() {
  const listening = useListening()
  if (!listening) return null
  return (
    <Suspense fallback={null}>
      <PlayerBar key={listening.recording.videoId} listening={listening} />
    </Suspense>
  )
}

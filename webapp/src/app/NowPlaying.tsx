import { lazy, Suspense } from 'react'
import { useNowPlaying } from '@/modules/player/nowPlaying'

// Most visits hear nothing, so what plays is loaded with the first press on a time.
const PlayerBar = lazy(() => import('@/modules/player/PlayerBar').then(m => ({ default: m.PlayerBar })))

/** The player, while something is being heard. It belongs to no page. */
export function NowPlaying() {
  const nowPlaying = useNowPlaying()
  if (!nowPlaying) return null
  return (
    <Suspense fallback={null}>
      <PlayerBar key={nowPlaying.recording.videoId} nowPlaying={nowPlaying} />
    </Suspense>
  )
}

import type { Episode } from '@/gen/mentionary/v1/common_pb'
import { Button } from '@/ui/Button'
import { playRecording, usePlaying } from './nowPlaying'
import { recordingOf } from './recording'

/** Plays an episode here, where that can be done; where it is heard already, nothing is offered. */
export function ListenButton({ episode, at = 0 }: { episode: Episode | undefined; /** second */ at?: number }) {
  const recording = episode && recordingOf(episode)
  const heard = usePlaying(episode?.videoId ?? '', () => true)
  if (!recording) return null
  return (
    <Button icon="play" iconFill disabled={heard} onClick={() => playRecording(recording, at)}>
      {recording.kind === 'audio' ? 'Listen' : 'Play Here'}
    </Button>
  )
}

import type { ComponentProps } from 'react'
import type { Episode } from '@/gen/mentionary/v1/common_pb'
import { Button } from '@/ui/Button'
import { playRecording, usePlaying } from './nowPlaying'
import { recordingOf } from './recording'

/** Plays an episode here, where that can be done. While it is heard the button stays, and with it the keyboard's place. */
export function ListenButton({
  episode,
  ...looks
}: { episode: Episode | undefined } & Pick<ComponentProps<typeof Button>, 'look' | 'size'>) {
  const recording = episode && recordingOf(episode)
  const heard = usePlaying(episode?.videoId ?? '', () => true)
  if (!recording) return null
  const words = recording.kind === 'audio' ? 'Listen' : 'Play Here'
  return (
    <Button
      {...looks}
      icon="play"
      iconFill
      aria-disabled={heard}
      onClick={() => {
        if (!heard) playRecording(recording, 0)
      }}
    >
      {heard ? 'In the Player' : words}
    </Button>
  )
}

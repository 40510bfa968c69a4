import { AddressTab } from './AddressTab'
import { EpisodeMode, useEpisodeMode } from './EpisodeMode'
import type { Start } from './useStart'

/** A channel or feed, with a choice of its episodes. */
export function ChannelTab({ busy, start }: { busy: boolean; start: Start }) {
  const choice = useEpisodeMode()
  return (
    <AddressTab
      title="Channel or feed"
      what="Channel"
      placeholder="https://www.youtube.com/@channel"
      note="Podcast feeds work, too."
      busy={busy}
      onStart={address => start(address, [address], choice.config)}
    >
      <EpisodeMode choice={choice} />
    </AddressTab>
  )
}

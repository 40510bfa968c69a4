import { AddressTab } from './AddressTab'
import type { Start } from './useStart'

/** A playlist: its first hundred videos. */
export function PlaylistTab({ busy, start }: { busy: boolean; start: Start }) {
  return (
    <AddressTab
      title="Playlist"
      what="Playlist"
      placeholder="https://www.youtube.com/playlist?list=…"
      note="The first 100 videos are analyzed."
      busy={busy}
      onStart={address => start(address, [address])}
    />
  )
}

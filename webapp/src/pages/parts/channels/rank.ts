import type { ChannelStats } from '@/gen/mentionary/v1/channel_pb'

const featuredCount = 6
const listCount = 8

/** The channels with the most entities. */
export const featured = (channels: readonly ChannelStats[]) =>
  channels.toSorted((a, b) => b.totalEntities - a.totalEntities).slice(0, featuredCount)

/** The channels with the most episodes. */
export const mostActive = (channels: readonly ChannelStats[]) =>
  channels.toSorted((a, b) => b.episodeCount - a.episodeCount).slice(0, listCount)

const newest = (channel: ChannelStats) =>
  Math.max(0, ...channel.recentEpisodes.map(e => Number(e.publishedAt?.seconds ?? 0)))

/** The channels with recent episodes, the newest first. */
export const recentlyUpdated = (channels: readonly ChannelStats[]) =>
  channels
    .filter(c => c.recentEpisodes.length > 0)
    .toSorted((a, b) => newest(b) - newest(a))
    .slice(0, listCount)

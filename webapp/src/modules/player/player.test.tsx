import { act, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { create } from '@bufbuild/protobuf'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { EpisodeSchema } from '@/gen/mentionary/v1/common_pb'
import { playRecording, stopPlaying, told, usePlaying, useNowPlaying } from './nowPlaying'
import { PlayerBar } from './PlayerBar'
import { recordingOf, type Recording } from './recording'
import { youTubeOrigin } from './youtube'

const file: Recording = {
  kind: 'audio',
  source: 'https://media.example.org/7.mp3',
  videoId: 'slow-7',
  title: 'Slow reading',
  show: 'The Long Walk',
  picture: undefined,
  pageUrl: 'https://shows.example.org/7',
  length: 600,
  chapters: [
    { start: 0, title: 'Hello' },
    { start: 90, title: 'Sand' },
  ],
}
const video: Recording = { ...file, kind: 'youtube', source: 'abcdefghijk', videoId: 'abcdefghijk', chapters: [] }

function Host() {
  const nowPlaying = useNowPlaying()
  return nowPlaying ? <PlayerBar key={nowPlaying.recording.videoId} nowPlaying={nowPlaying} /> : null
}

const open = (recording: Recording, at: number) => {
  render(<Host />, { wrapper: MemoryRouter })
  act(() => playRecording(recording, at))
}
const audio = () => document.querySelector('audio')!

const heard = { play: vi.fn(), pause: vi.fn() }

beforeEach(() => {
  localStorage.clear()
  heard.play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
  heard.pause = vi.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue()
})
afterEach(() => {
  act(stopPlaying)
  vi.useRealTimers()
})

test('what may be played of an episode: its own file, or the video site’s player', () => {
  const episode = (more: object) => create(EpisodeSchema, { videoId: 'abcdefghijk', title: 'T', ...more })
  expect(recordingOf(episode({ platform: 'feed', mediaUrl: 'https://a.example/x.mp3' }))?.kind).toBe('audio')
  expect(recordingOf(episode({ platform: 'youtube' }))).toMatchObject({ kind: 'youtube', source: 'abcdefghijk' })
  expect(recordingOf(episode({ platform: 'upload' }))).toBeUndefined()
  expect(recordingOf(episode({ platform: 'feed', mediaUrl: 'javascript:alert(1)' }))).toBeUndefined()
  expect(recordingOf(episode({ platform: 'youtube', videoId: '../../evil' }))).toBeUndefined()
})

test('a file plays from the second that was pressed, at the speed that was chosen once', async () => {
  localStorage.setItem('mentionary-speed', '1.5')
  open(file, 200)
  expect(audio()).toHaveAttribute('src', file.source)
  expect(audio().currentTime).toBe(200)
  expect(heard.play).toHaveBeenCalledOnce()
  fireEvent.loadedMetadata(audio())
  expect(audio().playbackRate).toBe(1.5)
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Speed' }), '2')
  expect(audio().playbackRate).toBe(2)
  expect(localStorage.getItem('mentionary-speed')).toBe('2')
  act(() => playRecording(file, 300))
  expect(audio().currentTime).toBe(300)
  expect(screen.getByRole('link', { name: 'Slow reading' })).toHaveAttribute('href', '/episode/slow-7')
})

test('buttons and keys go back and forward, chapters lead to their beginning', async () => {
  open(file, 100)
  await userEvent.click(screen.getByRole('button', { name: '15 seconds back' }))
  expect(audio().currentTime).toBe(85)
  await userEvent.click(screen.getByRole('button', { name: '30 seconds forward' }))
  expect(audio().currentTime).toBe(115)
  await userEvent.keyboard('j')
  expect(audio().currentTime).toBe(100)
  await userEvent.keyboard('k')
  expect(heard.pause).toHaveBeenCalledOnce()
  const chapters = screen.getByRole('combobox', { name: 'Chapter' })
  expect(chapters).toHaveDisplayValue('1:30 Sand')
  await userEvent.selectOptions(chapters, '0:00 Hello')
  expect(audio().currentTime).toBe(0)
  fireEvent.change(screen.getByRole('slider', { name: 'Position' }), { target: { value: '10' } })
  expect(audio().currentTime).toBe(10)
  await userEvent.click(screen.getByRole('button', { name: 'Close player' }))
  expect(document.querySelector('audio')).toBeNull()
})

test('what cannot be played says why, where it is, and can be tried again', async () => {
  open(file, 40)
  Object.defineProperty(audio(), 'error', { value: { code: 2 } })
  fireEvent.error(audio())
  expect(screen.getByRole('alert')).toHaveTextContent('The connection to the recording was lost.')
  expect(screen.getByRole('link', { name: /^Open it at its source/ })).toHaveAttribute('href', file.pageUrl)
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(audio().currentTime).toBe(40)
})

test('pages follow what is heard of their own episode only', () => {
  const seconds: (number | undefined)[] = []
  function Page({ videoId }: { videoId: string }) {
    seconds.push(usePlaying(videoId, l => Math.floor(l.second / 10)))
    return null
  }
  render(<Page videoId="slow-7" />)
  act(() => playRecording(file, 0))
  act(() => told('slow-7', { second: 5 }))
  act(() => told('slow-7', { second: 15 }))
  act(() => playRecording(video, 30))
  act(() => told('slow-7', { second: 25 })) // late news of what is over
  expect(seconds).toEqual([undefined, 0, 1, undefined])
})

test('the video site’s player is loaded from the host that keeps no cookies, and speaks by messages', () => {
  open(video, 61.5)
  const frame = screen.getByTitle<HTMLIFrameElement>('Video: Slow reading')
  const address = new URL(frame.src)
  expect(address.origin + address.pathname).toBe(`${youTubeOrigin}/embed/abcdefghijk`)
  expect(address.searchParams.get('start')).toBe('61')
  const post = vi.spyOn(frame.contentWindow!, 'postMessage').mockReturnValue()
  fireEvent.load(frame)
  act(() => playRecording(video, 90))
  expect(
    post.mock.calls
      .map(call => JSON.parse(call[0] as string) as { event: string; func?: string })
      .map(m => m.func ?? m.event),
  ).toEqual(['listening', 'seekTo', 'playVideo'])
  const say = (data: unknown, origin = youTubeOrigin, source: Window | null = frame.contentWindow) =>
    fireEvent(window, new MessageEvent('message', { data: JSON.stringify(data), origin, source }))
  say({ event: 'infoDelivery', info: { currentTime: 95.2, duration: 600, playerState: 1 } })
  expect(screen.getByRole('slider', { name: 'Position' })).toHaveAttribute('aria-valuetext', '1:35 of 10:00')
  say({ event: 'infoDelivery', info: { currentTime: 1 } }, 'https://evil.example')
  say({ event: 'infoDelivery', info: { currentTime: 1 } }, youTubeOrigin, window)
  say({ event: 'infoDelivery', info: { currentTime: -4, playerState: 'x' } })
  say('nonsense')
  expect(screen.getByRole('slider', { name: 'Position' })).toHaveAttribute('aria-valuetext', '1:35 of 10:00')
  say({ event: 'onError', info: 150 })
  expect(screen.getByRole('alert')).toHaveTextContent(
    'The owner does not allow this video to be played on other pages.',
  )
})

test('a player that does not answer is told of after ten seconds', () => {
  vi.useFakeTimers()
  open(video, 0)
  act(() => void vi.advanceTimersByTime(10_000))
  expect(screen.getByRole('alert')).toHaveTextContent('YouTube’s player does not answer.')
})

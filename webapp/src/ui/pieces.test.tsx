import { useState } from 'react'
import { act, fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { renderWith } from '@/testing/render'
import { Button } from './Button'
import { Cover } from './Cover'
import { Dialog } from './Dialog'
import { ExternalButton, ExternalLink } from './ExternalLink'
import { Field, Input } from './Field'
import { Found } from './Mark'
import { InfiniteSentinel, Pagination } from './Paging'
import { Progress } from './Progress'
import { Quote } from './Quote'
import { Stages } from './Stages'
import { ErrorState } from './States'
import { Timeline } from './Timeline'

test('an external link names its host and does not give away the visit', () => {
  renderWith(<ExternalLink href="https://www.example.org/a">A book</ExternalLink>)
  const link = screen.getByRole('link', { name: 'A book (opens example.org in a new tab)' })
  expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow ugc')
  expect(link).toHaveAttribute('target', '_blank')
  expect(link).toHaveAttribute('title', 'example.org')
})
test('an address that is no web address is text, and no button', () => {
  renderWith(
    <>
      <ExternalLink href="javascript:alert(1)">A book</ExternalLink>
      <ExternalButton href="data:text/html,x" icon="cart">
        Buy
      </ExternalButton>
    </>,
  )
  expect(screen.getByText('A book')).toBeVisible()
  expect(screen.queryByRole('link')).toBeNull()
  expect(screen.queryByText('Buy')).toBeNull()
})

test('a quote plays from its second and marks what it is about', async () => {
  const onPlay = vi.fn()
  renderWith(
    <Quote
      text="Read Dune, then read Dune again."
      surface="Dune"
      type="book"
      at={4503}
      position={0.5}
      speaker="Mara"
      onPlay={onPlay}
    />,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Play from 75:03' }))
  expect(onPlay).toHaveBeenCalledOnce()
  expect(screen.getAllByText('Dune')).toHaveLength(1)
  expect(screen.getByText('50% into the episode')).toBeInTheDocument()
})
test('a quote without a time or with an unsafe address plays nothing', () => {
  renderWith(
    <>
      <Quote text="No time." />
      <Quote text="Unsafe." at={5} playUrl="javascript:alert(1)" />
    </>,
  )
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.queryByRole('link')).toBeNull()
  expect(screen.getByText('0:05')).toBeVisible()
})

test('found words are marked in any case, as text', () => {
  const { container } = renderWith(<Found text="<b>Dune</b> and DUNE and dun" query=" dune " />)
  expect([...container.querySelectorAll('mark')].map(m => m.textContent)).toEqual(['Dune', 'DUNE'])
  expect(container).toHaveTextContent('<b>Dune</b> and DUNE and dun')
})
test('text whose lower case has another length is left unmarked', () => {
  const { container } = renderWith(<Found text="İstanbul dune" query="dune" />)
  expect(container.querySelector('mark')).toBeNull()
})

test('a picture that does not load gives way to the generated cover', () => {
  const { container } = renderWith(<Cover name="Dune" type="book" src="/img/gone" />)
  fireEvent.error(container.querySelector('img')!)
  expect(container.querySelector('img')).toBeNull()
  expect(container.querySelector('svg')).toBeInTheDocument()
})

test('a field wires its label, hint and error to the control', () => {
  renderWith(
    <Field label="E-mail" hint="Work address" error="Please enter an e-mail address.">
      <Input type="email" />
    </Field>,
  )
  const input = screen.getByRole('textbox', { name: 'E-mail' })
  expect(input).toHaveAccessibleDescription('Work address Please enter an e-mail address.')
  expect(input).toBeInvalid()
})

test('a busy button takes no second press', async () => {
  const onClick = vi.fn()
  renderWith(
    <Button busy onClick={onClick}>
      Processing...
    </Button>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Processing...' }))
  expect(onClick).not.toHaveBeenCalled()
})

test('an error says its sentence and can be tried again', async () => {
  const onRetry = vi.fn()
  renderWith(<ErrorState text="The server is busy." onRetry={onRetry} />)
  expect(screen.getByRole('alert')).toHaveTextContent('The server is busy.')
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(onRetry).toHaveBeenCalledOnce()
})

test('stages say their state in words', () => {
  renderWith(
    <Stages
      label="Analysis"
      stages={[
        { id: 'a', name: 'Fetch', state: 'done', word: 'Done' },
        { id: 'b', name: 'Find mentions', state: 'running', word: 'Running', done: 12, total: 31 },
        { id: 'c', name: 'Links', state: 'retrying', word: 'Will be tried again', time: 'Next attempt at 14:05' },
      ]}
    />,
  )
  expect(screen.getByText('Fetch')).toHaveTextContent('Fetch: Done')
  expect(screen.getByText('Links')).toHaveTextContent('Links: Will be tried again')
  expect(screen.getByRole('progressbar', { name: 'Find mentions' })).toHaveAttribute('aria-valuenow', '12')
})
test('progress stays within its range, and has no value while unknown', () => {
  renderWith(
    <>
      <Progress label="Over" value={150} />
      <Progress label="Unknown" />
    </>,
  )
  expect(screen.getByRole('progressbar', { name: 'Over' })).toHaveAttribute('aria-valuenow', '100')
  expect(screen.getByRole('progressbar', { name: 'Unknown' })).not.toHaveAttribute('aria-valuenow')
})

test('the timeline says which color stands for what, in the order of the types', () => {
  renderWith(
    <Timeline
      duration={100}
      onChoose={() => {}}
      ticks={[
        { id: 1, at: 5, type: 'person', label: 'Ada' },
        { id: 2, at: 65, type: 'book', label: 'Dune' },
        { id: 3, at: 70, type: 'book', label: 'Emma' },
      ]}
    />,
  )
  const legend = within(screen.getByRole('list', { name: 'Colors of the lines' })).getAllByRole('listitem')
  expect(legend.map(l => [l.textContent, l.className])).toEqual([
    ['Books', 'type-book'],
    ['People', 'type-person'],
  ])
})
test('the timeline is one stop, arrows walk in order of time', async () => {
  const onChoose = vi.fn()
  const user = userEvent.setup()
  renderWith(
    <Timeline
      duration={100}
      onChoose={onChoose}
      ticks={[
        { id: 2, at: 65, type: 'book', label: 'Dune' },
        { id: 1, at: 5, type: 'person', label: 'Ada' },
      ]}
    />,
  )
  await user.tab()
  expect(screen.getByRole('button', { name: 'Ada, person, 0:05' })).toHaveFocus()
  await user.keyboard('{ArrowRight}{Enter}')
  expect(onChoose).toHaveBeenCalledWith(expect.objectContaining({ id: 2 }))
  await user.tab()
  expect(document.body).toHaveFocus()
})

function Asking() {
  const [open, setOpen] = useState(true)
  return (
    <Dialog open={open} title="Publish?" onClose={() => setOpen(false)}>
      <p>What becomes visible</p>
    </Dialog>
  )
}
test('a dialog closes by its button', async () => {
  renderWith(<Asking />)
  expect(screen.getByRole('dialog', { name: 'Publish?' })).toHaveAttribute('open')
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByText('What becomes visible')).toBeNull()
})

test('pages are links, the present one is named', () => {
  renderWith(<Pagination page={4} pages={12} href={p => `/x?page=${p}`} />)
  expect(screen.getAllByRole('link').map(l => l.textContent)).toEqual([
    'Previous page',
    '1',
    '3',
    '4',
    '5',
    '12',
    'Next page',
  ])
  expect(screen.getByRole('link', { current: 'page' })).toHaveTextContent('4')
})

test('the end of a list asks for more when it comes near, once at a time', () => {
  let seen: (() => void) | undefined
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
        seen = () => callback([{ isIntersecting: true }])
      }
      observe() {
        /* the test decides what is seen */
      }
      disconnect() {
        seen = undefined
      }
    },
  )
  const onMore = vi.fn()
  const { unmount } = renderWith(<InfiniteSentinel more busy={false} onMore={onMore} />)
  act(() => seen?.())
  expect(onMore).toHaveBeenCalledOnce()
  unmount()
  renderWith(
    <>
      <InfiniteSentinel more busy onMore={onMore} />
      <InfiniteSentinel more={false} busy={false} onMore={onMore} />
    </>,
  )
  expect(seen).toBeUndefined()
  vi.unstubAllGlobals()
})

test('a busy button keeps the focus, takes no press and sends no form', async () => {
  const pressed = vi.fn()
  const sent = vi.fn((e: { preventDefault: () => void }) => e.preventDefault())
  function Saving() {
    const [busy, setBusy] = useState(false)
    const press = () => {
      pressed()
      setBusy(true)
    }
    return (
      <form onSubmit={sent}>
        <Button type="submit" busy={busy} onClick={press}>
          Save
        </Button>
      </form>
    )
  }
  renderWith(<Saving />)
  const button = screen.getByRole('button', { name: 'Save' })
  await userEvent.click(button)
  await userEvent.click(button)
  expect(pressed).toHaveBeenCalledOnce()
  expect(sent).toHaveBeenCalledOnce()
  expect(button).toHaveAttribute('aria-disabled', 'true')
  expect(button).toHaveFocus()
})
test.each([true, false])('an error that goes away hands the focus on to the page if it had it (%s)', async had => {
  function Loaded() {
    const [failed, setFailed] = useState(true)
    const mend = () => setFailed(false)
    return (
      <>
        <main id="content" tabIndex={-1}>
          {failed ? <ErrorState onRetry={mend} /> : 'All there'}
        </main>
        <button type="button" onFocus={mend}>
          Elsewhere
        </button>
      </>
    )
  }
  renderWith(<Loaded />)
  if (had) await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  else act(() => screen.getByRole('button', { name: 'Elsewhere' }).focus())
  expect(await screen.findByText('All there')).toBeVisible()
  expect(had ? screen.getByRole('main') : screen.getByRole('button', { name: 'Elsewhere' })).toHaveFocus()
})
test('the button that loads more keeps the focus while it does', async () => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {
        /* nothing comes into sight */
      }
      disconnect() {
        /* nor leaves it */
      }
    },
  )
  function List() {
    const [busy, setBusy] = useState(false)
    return <InfiniteSentinel more busy={busy} onMore={() => setBusy(true)} />
  }
  renderWith(<List />)
  await userEvent.click(screen.getByRole('button', { name: 'Load more' }))
  expect(screen.getByRole('button', { name: 'Loading…' })).toHaveFocus()
  vi.unstubAllGlobals()
})

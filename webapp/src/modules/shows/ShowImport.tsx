import { useEffect, useId, useRef, useState } from 'react'
import { useMutation } from '@connectrpc/connect-query'
import { ShowService } from '@/gen/mentionary/v1/show_pb'
import { cx } from '@/lib/classes'
import { fileText } from '@/lib/fileText'
import { Button } from '@/ui/Button'
import { useDropTarget } from '@/ui/useDropTarget'
import { NamedShows } from './NamedShows'
import './shows.css'

/** The server takes no more (ShowService.ReadShowList). */
const longestText = 512 * 1024

/** Stands below the form: reads the subscription list of a podcast app and lets its shows be chosen. */
export function ShowImport({ onClose }: { onClose: () => void }) {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const [wrong, setWrong] = useState('')
  const reading = useMutation(ShowService.method.readShowList, { onMutate: () => setWrong('') })
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  const read = (text: string) => {
    if (text.trim() === '') setWrong('Please choose a file, or paste its text.')
    else if (new Blob([text]).size > longestText) setWrong('This list is larger than 512 KiB. Please split it.')
    else reading.mutate({ text })
  }
  const take = async (file: File | undefined) => {
    if (!file) return
    // Twice as much: in another encoding letters may take two bytes that are one here.
    if (file.size > 2 * longestText) setWrong('This list is larger than 512 KiB. Please split it.')
    else await fileText(file).then(read, () => setWrong('The file could not be read. Please choose it again.'))
  }
  const failed = wrong || reading.error?.rawMessage
  return (
    <section className="shows" aria-labelledby={`${id}-title`}>
      <div className="row row-between">
        <h2 id={`${id}-title`} className="show-title" ref={heading} tabIndex={-1}>
          Import shows
        </h2>
        <Button look="quiet" size="small" icon="close" onClick={onClose}>
          Close
        </Button>
      </div>
      {reading.data ? (
        <NamedShows list={reading.data} onOther={reading.reset} />
      ) : (
        <TakeList busy={reading.isPending} onFile={file => void take(file)} onText={read} />
      )}
      {failed && (
        <p className="field-error" role="alert">
          {failed}
        </p>
      )}
    </section>
  )
}

/** Where a list is dropped, chosen or pasted. */
function TakeList({
  busy,
  onFile,
  onText,
}: {
  busy: boolean
  onFile: (file: File | undefined) => void
  onText: (text: string) => void
}) {
  const id = useId()
  const file = useRef<HTMLInputElement>(null)
  const [over, target] = useDropTarget(dropped => onFile(dropped.files[0]))
  const [text, setText] = useState('')
  return (
    <form
      className="stack"
      noValidate
      onSubmit={e => {
        e.preventDefault()
        onText(text)
      }}
    >
      <div className={cx('list-drop', over && 'list-over')} {...target}>
        <p className="small muted">
          Podcast apps export what you subscribe to as an OPML file. Drop it here, choose it, or paste its text below.
        </p>
        <Button size="small" icon="upload" busy={busy} onClick={() => file.current?.click()}>
          Choose file
        </Button>
        <input
          ref={file}
          type="file"
          hidden
          accept=".opml,.xml,text/x-opml,text/xml,application/xml"
          aria-label="Subscription list"
          onChange={e => {
            onFile(e.target.files?.[0])
            e.target.value = ''
          }}
        />
      </div>
      <div className="field">
        <label className="field-label" htmlFor={id}>
          Text of the list
        </label>
        <textarea
          id={id}
          className="list-text"
          rows={4}
          spellCheck={false}
          placeholder={'<opml version="2.0">…'}
          value={text}
          onChange={e => setText(e.target.value)}
        />
      </div>
      <div className="row">
        <Button type="submit" busy={busy}>
          Read list
        </Button>
      </div>
    </form>
  )
}

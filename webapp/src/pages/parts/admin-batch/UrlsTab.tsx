import { useEffect, useId, useState } from 'react'
import { useMutation, useQuery } from '@connectrpc/connect-query'
import { keepPreviousData } from '@tanstack/react-query'
import { Button, Input, Upload } from 'antd'
import { BatchService, type ReadLinesResponse } from '@/gen/mentionary/v1/batch_pb'
import { counted } from '@/lib/plurals'
import { Panel } from '@/modules/admin/AdminPage'
import { Icon } from '@/ui/Icon'
import { toast, toastError } from '@/ui/toasts'
import type { Start } from './useStart'

/** The server takes no more (BatchService.ReadLines). */
const longestText = 512 * 1024
/** How long somebody must stop typing before the lines are counted. */
const pauseMs = 250

function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

/** One address a line: typed, pasted, or read out of a file. */
export function UrlsTab({ busy, start }: { busy: boolean; start: Start }) {
  const id = useId()
  const [text, setText] = useState('')
  const settled = useSettled(text).trim()
  const counting = useQuery(
    BatchService.method.readLines,
    { text: settled },
    { enabled: settled !== '', placeholderData: keepPreviousData, gcTime: 0 },
  )
  const reading = useMutation(BatchService.method.readLines)
  const known = settled === '' ? undefined : counting.data

  const submit = () => {
    if (text.trim() === '') {
      toastError('No URLs provided', 'Please enter YouTube URLs to process')
      return
    }
    reading.mutate(
      { text },
      {
        onSuccess: ({ valid, lines }) => {
          if (valid === 0) toastError('No valid YouTube URLs', 'Please provide valid YouTube URLs')
          else start(text, lines)
        },
        onError: error => toastError('Error', error.rawMessage),
      },
    )
  }

  const take = async (file: File) => {
    if (file.size > longestText) {
      toastError('Error', 'This file is larger than 512 KiB. Please split it.')
      return
    }
    reading.mutate(
      { text: await file.text() },
      {
        onSuccess: ({ lines }) => {
          if (lines.length === 0) {
            toastError('No valid YouTube URLs', `There is no address in ${file.name} that can be read.`)
            return
          }
          setText(before => [before.trimEnd(), ...lines].filter(Boolean).join('\n') + '\n')
          toast('File read', `${counted(lines.length, 'address')} added from ${file.name}.`)
        },
        onError: error => toastError('Error', error.rawMessage),
      },
    )
  }

  return (
    <Panel title="Addresses">
      <form
        className="stack"
        noValidate
        onSubmit={event => {
          event.preventDefault()
          submit()
        }}
      >
        <div className="stack stack-tight">
          <label htmlFor={id}>URLs, one per line</label>
          <Input.TextArea
            id={id}
            rows={9}
            value={text}
            spellCheck={false}
            aria-describedby={`${id}-count`}
            placeholder={'https://www.youtube.com/watch?v=…\nhttps://example.org/feed.xml'}
            onChange={event => setText(event.target.value)}
          />
        </div>
        <Upload.Dragger
          accept=".txt,.csv,.opml,.xml,text/plain,text/csv,text/x-opml"
          showUploadList={false}
          disabled={reading.isPending}
          beforeUpload={file => {
            void take(file)
            return false
          }}
        >
          <span className="row muted">
            <Icon name="upload" /> Drop a text, CSV or OPML file here, or choose one
          </span>
        </Upload.Dragger>
        <div className="row row-between">
          <p id={`${id}-count`} aria-live="polite" className="small">
            <LineCount known={known} failed={counting.isError ? counting.error.rawMessage : ''} />
          </p>
          <Button type="primary" htmlType="submit" loading={reading.isPending} disabled={busy}>
            {busy ? 'Processing...' : 'Start Batch Processing'}
          </Button>
        </div>
        {known && known.dropped.length > 0 && <DroppedLines known={known} />}
      </form>
    </Panel>
  )
}

/** How many lines a batch would take, and what the others are. */
function LineCount({ known, failed }: { known: ReadLinesResponse | undefined; failed: string }) {
  if (failed) return <span className="batch-error">{failed}</span>
  const others = [
    known?.duplicates ? counted(known.duplicates, 'duplicate') : '',
    known?.unknown ? `${known.unknown} not recognized` : '',
  ].filter(Boolean)
  return (
    <>
      <strong className="figures">{counted(known?.valid ?? 0, 'valid URL')}</strong>
      {others.length > 0 && <span className="muted"> · {others.join(' · ')}</span>}
    </>
  )
}

function DroppedLines({ known }: { known: ReadLinesResponse }) {
  return (
    <ul className="batch-dropped" aria-label="Lines that are left out" tabIndex={0}>
      {known.dropped.map(({ line, text, reason }) => (
        <li key={line}>
          <b className="figures">Line {line}</b>
          <span>
            {text} <span className="muted">{reason}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}

import { useId, useState, type ReactNode } from 'react'
import { Button, Input } from 'antd'
import { Panel } from '@/modules/admin/AdminPage'
import { toastError } from '@/ui/toasts'

/** A form for one address, with whatever else is chosen about it. */
export function AddressTab({
  title,
  what,
  placeholder,
  note,
  busy,
  onStart,
  children,
}: {
  title: string
  /** what the address leads to */ what: 'Channel' | 'Playlist'
  placeholder: string
  note: string
  busy: boolean
  onStart: (address: string) => void
  children?: ReactNode
}) {
  const id = useId()
  const [url, setURL] = useState('')
  const lower = what.toLowerCase()
  return (
    <Panel title={title}>
      <form
        className="stack"
        noValidate
        onSubmit={event => {
          event.preventDefault()
          if (url.trim() === '') toastError(`No ${lower} URL provided`, `Please enter a YouTube ${lower} URL`)
          else onStart(url.trim())
        }}
      >
        <div className="stack stack-tight">
          <label htmlFor={id}>{what} URL</label>
          <Input
            id={id}
            type="url"
            value={url}
            placeholder={placeholder}
            onChange={event => setURL(event.target.value)}
          />
        </div>
        {children}
        <div className="row row-between">
          <span className="small muted">{note}</span>
          <Button type="primary" htmlType="submit" disabled={busy}>
            {busy ? 'Processing...' : `Process ${what}`}
          </Button>
        </div>
      </form>
    </Panel>
  )
}

import { useId, useState } from 'react'
import { Button, Input } from 'antd'
import { Panel } from '@/modules/admin/AdminPage'
import { toastError } from '@/ui/toasts'
import type { Start } from './useStart'

/** A playlist: its first hundred videos. */
export function PlaylistTab({ busy, start }: { busy: boolean; start: Start }) {
  const id = useId()
  const [url, setURL] = useState('')
  return (
    <Panel title="Playlist">
      <form
        className="stack"
        noValidate
        onSubmit={event => {
          event.preventDefault()
          if (url.trim() === '') toastError('No playlist URL provided', 'Please enter a YouTube playlist URL')
          else start(url.trim())
        }}
      >
        <div className="stack stack-tight">
          <label htmlFor={id}>Playlist URL</label>
          <Input
            id={id}
            type="url"
            value={url}
            placeholder="https://www.youtube.com/playlist?list=…"
            onChange={event => setURL(event.target.value)}
          />
        </div>
        <div className="row row-between">
          <span className="small muted">The first 100 videos are analyzed.</span>
          <Button type="primary" htmlType="submit" disabled={busy}>
            {busy ? 'Processing...' : 'Process Playlist'}
          </Button>
        </div>
      </form>
    </Panel>
  )
}

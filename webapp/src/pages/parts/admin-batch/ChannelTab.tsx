import { useId, useState } from 'react'
import { Button, Input } from 'antd'
import { Panel } from '@/modules/admin/AdminPage'
import { toastError } from '@/ui/toasts'
import { EpisodeMode, useEpisodeMode } from './EpisodeMode'
import type { Start } from './useStart'

/** A channel or feed, with a choice of its episodes. */
export function ChannelTab({ busy, start }: { busy: boolean; start: Start }) {
  const id = useId()
  const [url, setURL] = useState('')
  const choice = useEpisodeMode()
  return (
    <Panel title="Channel or feed">
      <form
        className="stack"
        noValidate
        onSubmit={event => {
          event.preventDefault()
          if (url.trim() === '') toastError('No channel URL provided', 'Please enter a YouTube channel URL')
          else start(url.trim(), choice.config)
        }}
      >
        <div className="stack stack-tight">
          <label htmlFor={id}>Channel URL</label>
          <Input
            id={id}
            type="url"
            value={url}
            placeholder="https://www.youtube.com/@channel"
            onChange={event => setURL(event.target.value)}
          />
        </div>
        <EpisodeMode choice={choice} />
        <div className="row row-between">
          <span className="small muted">Podcast feeds work, too.</span>
          <Button type="primary" htmlType="submit" disabled={busy}>
            {busy ? 'Processing...' : 'Process Channel'}
          </Button>
        </div>
      </form>
    </Panel>
  )
}

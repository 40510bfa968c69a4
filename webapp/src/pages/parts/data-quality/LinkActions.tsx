import { useState } from 'react'
import { Button, Input, Space } from 'antd'
import { Dot } from '@/ui/Badge'
import { ExternalLink } from '@/ui/ExternalLink'
import type { Curation } from './useCuration'

/** One link with what a check said and what can be done: open, fix, remove, ignore; or keep what was decided against. */
export function LinkActions({
  entityId,
  url,
  kind,
  state,
  tone,
  reason,
  when,
  decision = 'none',
  curation,
}: {
  entityId: number
  url: string
  kind: string
  state: string
  tone: 'good' | 'bad' | 'calm'
  reason: string
  when: string | undefined
  decision?: string
  curation: Curation
}) {
  const [fixing, setFixing] = useState<string>()
  const decide = (what: string, newUrl?: string) => curation.decideLink(entityId, url, what, newUrl)
  const save = async () => {
    if (await decide('fix', fixing)) setFixing(undefined)
  }
  return (
    <li className="row row-between">
      <div className="lines">
        <ExternalLink href={url}>{url}</ExternalLink>
        <span className="small muted">
          <Dot tone={tone}>{decided[decision] ?? state}</Dot> · {kind} · {reason} {when && `Checked ${when}.`}
        </span>
      </div>
      {fixing === undefined ? (
        <Space size={4} wrap>
          {decision === 'none' ? (
            <>
              <Button size="small" onClick={() => setFixing(url)}>
                Fix
              </Button>
              <Button size="small" onClick={() => void decide('ignore')}>
                Ignore
              </Button>
              <Button size="small" danger onClick={() => void decide('remove')}>
                Remove
              </Button>
            </>
          ) : (
            <Button size="small" onClick={() => void decide('keep')}>
              Keep Again
            </Button>
          )}
        </Space>
      ) : (
        <Space.Compact className="quality-fix">
          <Input
            aria-label="New address"
            type="url"
            autoFocus
            value={fixing}
            onChange={e => setFixing(e.target.value)}
            onPressEnter={() => void save()}
            onKeyDown={e => e.key === 'Escape' && setFixing(undefined)}
          />
          <Button type="primary" onClick={() => void save()}>
            Save
          </Button>
          <Button onClick={() => setFixing(undefined)}>Back</Button>
        </Space.Compact>
      )}
    </li>
  )
}

const decided: Record<string, string> = { removed: 'Removed', ignored: 'Ignored' }

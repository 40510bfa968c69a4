import { timestampDate } from '@bufbuild/protobuf/wkt'
import { Button } from 'antd'
import type { EntityLookup } from '@/gen/mentionary/v1/quality_pb'
import { ago } from '@/lib/format'
import { ExternalLink } from '@/ui/ExternalLink'

const outcomes: Record<string, string> = {
  accepted: 'has it',
  none: 'does not have it',
  ambiguous: 'has several that it may be',
  failed: 'could not say',
}

/** What public catalogs said about the entity and why; where they have several records, which of them it is. */
export function Lookups({
  lookups,
  busy,
  onChoose,
}: {
  lookups: readonly EntityLookup[]
  busy: boolean
  onChoose: (url: string) => void
}) {
  if (lookups.length === 0) return null
  return (
    <section>
      <h3>Public catalogs</h3>
      <ul className="stack">
        {lookups.map(l => (
          <li key={l.catalogue}>
            <p>
              <b>{l.name}</b> {outcomes[l.outcome] ?? l.outcome}
              {l.askedAt && <span className="small muted"> · asked {ago(timestampDate(l.askedAt))}</span>}
            </p>
            {l.reasons.map(reason => (
              <p key={reason} className="small muted">
                {reason}
              </p>
            ))}
            <ul className="quality-records">
              {l.candidates.map(c => (
                <li key={c.id}>
                  <span className="small">
                    <ExternalLink href={c.url}>
                      {c.name} ({c.id})
                    </ExternalLink>{' '}
                    {c.description}
                  </span>
                  <Button size="small" loading={busy} onClick={() => onChoose(c.url)}>
                    This One
                  </Button>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  )
}

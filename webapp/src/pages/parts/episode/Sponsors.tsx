import type { Entity } from '@/gen/mentionary/v1/common_pb'
import { Badge } from '@/ui/Badge'
import { Card } from '@/ui/Card'
import { ExternalLink } from '@/ui/ExternalLink'

/** Who paid for the episode, and the codes they give to listeners. */
export function Sponsors({ entities }: { entities: readonly Entity[] }) {
  if (entities.length === 0) return null
  return (
    <Card as="section" type="sponsor" className="sponsors">
      <h2 className="kicker">Sponsors</h2>
      <ul className="grid">
        {entities.map(({ id, name, description, metadata: m }) => (
          <li key={id} className="stack stack-tight">
            <h3>
              <ExternalLink href={m?.websiteUrl} quiet>
                {name}
              </ExternalLink>
            </h3>
            {description && <p className="small muted">{description}</p>}
            {m?.offer && <p className="small">{m.offer}</p>}
            <p className="row">
              {m?.sponsorType && <Badge type="sponsor">{m.sponsorType}</Badge>}
              {m?.promoCode && <Badge>Code: {m.promoCode}</Badge>}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}

import type { GetCostsResponse } from '@/gen/mentionary/v1/insights_pb'
import { compact, count, dollars } from '@/lib/format'
import { counted } from '@/lib/plurals'
import { Figure, Figures } from '@/modules/admin/Figure'
import { periodWords, usePeriod } from '@/modules/admin/period'
import { heardText, tokensOf } from './money'

/** The sums of the period. */
export function Totals({ costs: { total, models } }: { costs: GetCostsResponse }) {
  const tokens = tokensOf(total)
  const heard = heardText(total)
  const unpriced = models.filter(m => m.promptPrice === undefined && tokensOf(m.cost) > 0).map(m => m.model)
  return (
    <>
      <Figures label={periodWords(usePeriod())}>
        <Figure label="Tokens" value={compact(tokens)} note={tokens >= 1000 && `${count(tokens)} in all`} />
        {heard && <Figure label="Audio heard" value={heard} />}
        <Figure
          label="Money"
          value={total?.dollars === undefined && tokens > 0 ? 'No price set' : dollars(total?.dollars ?? 0)}
          note={total && total.unpricedTokens > 0 && `${compact(total.unpricedTokens)} tokens have no price`}
        />
        <Figure label="Calls" value={count(total?.calls ?? 0)} note={counted(models.length, 'model')} />
      </Figures>
      {unpriced.length > 0 && (
        <p className="small muted">
          No price is set for {unpriced.join(', ')}. Set <code>MENTIONARY_MODEL_PRICES</code> to see what it costs.
        </p>
      )}
    </>
  )
}

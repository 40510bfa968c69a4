import { useQuery } from '@connectrpc/connect-query'
import { AccountService } from '@/gen/mentionary/v1/account_pb'
import { count } from '@/lib/format'
import { Failed } from '@/modules/Failed'
import { SkeletonRows } from '@/ui/Skeleton'
import { Setting } from './Setting'

/** What one may still do. */
export function Limits() {
  const query = useQuery(AccountService.method.getLimits, {}, { staleTime: 0 })
  const show = () => {
    if (query.isPending) return <SkeletonRows rows={1} height={52} />
    if (query.isError) return <Failed query={query} />
    const {
      submissionsLeft,
      submissionsPerHour,
      followsMax,
      follows,
      tokensPerDay,
      tokensUsed,
      minutesPerDay,
      minutesUsed,
    } = query.data
    const figures = [
      ['Submissions left this hour', `${count(Math.max(0, submissionsLeft))} of ${count(submissionsPerHour)}`],
      ['Channels you may still follow', `${count(Math.max(0, followsMax - follows))} of ${count(followsMax)}`],
      ...(tokensPerDay > 0
        ? [
            [
              'Language model tokens left today',
              `${count(Math.max(0, tokensPerDay - tokensUsed))} of ${count(tokensPerDay)}`,
            ],
          ]
        : []),
      ...(minutesPerDay > 0
        ? [
            [
              'Minutes of speech recognition left today',
              `${count(Math.max(0, minutesPerDay - minutesUsed))} of ${count(minutesPerDay)}`,
            ],
          ]
        : []),
    ]
    return (
      <dl className="setting-figures">
        {figures.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="figures">{value}</dd>
          </div>
        ))}
      </dl>
    )
  }
  return (
    <Setting title="Limits" text="What you can still do before you have to wait.">
      {show()}
    </Setting>
  )
}

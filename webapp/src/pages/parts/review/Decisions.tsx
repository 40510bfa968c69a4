import { timestampDate } from '@bufbuild/protobuf/wkt'
import { useMutation, useQuery } from '@connectrpc/connect-query'
import { keepPreviousData } from '@tanstack/react-query'
import { Button } from 'antd'
import { Link } from 'react-router'
import { ReviewService, type ReviewDecision } from '@/gen/mentionary/v1/review_pb'
import { date } from '@/lib/format'
import { paths } from '@/lib/paths'
import { counted } from '@/lib/plurals'
import { typeWords } from '@/lib/types'
import { PagedTable } from '@/modules/admin/PagedTable'
import { usePage } from '@/modules/admin/usePage'
import { channelName } from '@/modules/channelName'
import { Badge } from '@/ui/Badge'
import { Empty } from '@/ui/States'
import { toast, toastError } from '@/ui/toasts'
import { a } from './words'

/** What was decided, by whom, and how much it changed; each can be taken back. */
export function Decisions() {
  const at = usePage(50)
  const query = useQuery(
    ReviewService.method.listReviewDecisions,
    { limit: at.limit, offset: at.offset },
    { placeholderData: keepPreviousData },
  )
  const undoing = useMutation(ReviewService.method.undoReviewDecision)
  const undo = (d: ReviewDecision) =>
    undoing.mutate(
      { id: d.id },
      {
        onSuccess: () => {
          toast('Decision Undone', `“${d.name}” is as it was.`)
          void query.refetch()
        },
        onError: error => toastError('Error', error.rawMessage),
      },
    )
  return (
    <PagedTable<ReviewDecision>
      query={query}
      rows={query.data?.decisions}
      at={at}
      empty={<Empty icon="check" title="Nothing decided yet" text="What is decided in the queue is listed here." />}
      rowKey="id"
      width={860}
      columns={[
        {
          title: 'Claim',
          key: 'claim',
          render: (_, d) => (
            <>
              <Badge type={d.type}>{typeWords(d.type).singular}</Badge> <span dir="auto">{d.name}</span>
            </>
          ),
        },
        { title: 'Decision', key: 'decision', render: (_, d) => <Said decision={d} /> },
        {
          title: 'Changed',
          key: 'changed',
          render: (_, d) => `${counted(d.mentions, 'mention')} in ${counted(d.episodes, 'episode')}`,
        },
        {
          title: 'Channel',
          key: 'channel',
          render: (_, d) =>
            d.channel && <Link to={paths.channel(d.channel.channelId)}>{channelName(d.channel.name)}</Link>,
        },
        { title: 'By', key: 'by', render: (_, d) => d.decidedBy || <span className="muted">Unknown</span> },
        {
          title: 'When',
          key: 'when',
          render: (_, d) => d.createdAt && <span className="figures">{date(timestampDate(d.createdAt))}</span>,
        },
        {
          title: '',
          key: 'undo',
          align: 'right',
          render: (_, d) =>
            d.undoneAt ? (
              <span className="muted small">Undone</span>
            ) : (
              <Button
                size="small"
                loading={undoing.isPending && undoing.variables.id === d.id}
                onClick={() => undo(d)}
                aria-label={`Undo the decision about ${d.name}`}
              >
                Undo
              </Button>
            ),
        },
      ]}
    />
  )
}

/** The decision in words. */
function Said({ decision: d }: { decision: ReviewDecision }) {
  const scope = d.sentence ? <span className="muted small"> · one sentence</span> : null
  if (d.decision === 'right') return <>Right{scope}</>
  if (d.decision === 'wrong') return <>Names nothing{scope}</>
  const what = d.decision === 'type' ? a(d.meantType) : d.meant
  return (
    <>
      Is {d.targetId > 0 ? <Link to={paths.entity({ id: d.targetId, name: d.meant })}>{what}</Link> : what}
      {scope}
    </>
  )
}

import { useState } from 'react'
import { timestampDate } from '@bufbuild/protobuf/wkt'
import { createConnectQueryKey, useMutation, useQuery, useTransport } from '@connectrpc/connect-query'
import { useQueryClient } from '@tanstack/react-query'
import { AccountService, type AccountSession } from '@/gen/mentionary/v1/account_pb'
import { dateTime } from '@/lib/format'
import { counted } from '@/lib/plurals'
import { Failed } from '@/modules/Failed'
import { leaveSignedOut } from '@/modules/leave'
import { AskDialog } from '@/ui/AskDialog'
import { Badge } from '@/ui/Badge'
import { Button } from '@/ui/Button'
import { SkeletonRows } from '@/ui/Skeleton'
import { toast, toastError } from '@/ui/toasts'
import { Firsts } from './Firsts'
import { Setting, SettingRow } from './Setting'

/** Places shown at first: this one, then the latest used. */
const mostShown = 5

function Session({ session, busy, onEnd }: { session: AccountSession; busy: boolean; onEnd: () => void }) {
  const agent = session.agent || 'Unknown browser'
  return (
    <SettingRow
      action={
        <Button size="small" aria-label={`Sign out ${agent}`} busy={busy} onClick={onEnd}>
          Sign out
        </Button>
      }
    >
      <p className="row">
        <span className="setting-name">{agent}</span>
        {session.current && <Badge tone="good">This browser</Badge>}
      </p>
      <p className="setting-facts">
        {session.seenAt && <span>Last seen {dateTime(timestampDate(session.seenAt))}</span>}
        {session.signedInAt && <span>Signed in {dateTime(timestampDate(session.signedInAt))}</span>}
      </p>
    </SettingRow>
  )
}

/** The places where one is signed in, and how to end them. */
export function Sessions() {
  const transport = useTransport()
  const queries = useQueryClient()
  const query = useQuery(AccountService.method.listSessions, {}, { staleTime: 0 })
  const end = useMutation(AccountService.method.endSession)
  const endAll = useMutation(AccountService.method.endAllSessions)
  const [asking, setAsking] = useState(false)

  const endOne = ({ id, current }: AccountSession) =>
    end.mutate(
      { id },
      {
        onSuccess: () => {
          if (current) {
            leaveSignedOut('Signed Out', 'You are signed out of this browser')
            return
          }
          toast('Signed Out', 'That browser is signed out')
          void queries.invalidateQueries({
            queryKey: createConnectQueryKey({
              schema: AccountService.method.listSessions,
              transport,
              cardinality: undefined,
            }),
          })
        },
        onError: error => toastError('Error', error.rawMessage),
      },
    )
  const close = () => {
    endAll.reset()
    setAsking(false)
  }
  const endEverywhere = () =>
    endAll.mutate(
      {},
      {
        onSuccess: ({ ended }) =>
          leaveSignedOut('Signed Out Everywhere', `${counted(ended, 'browser')} signed out, including this one`),
      },
    )
  const show = () => {
    if (query.isPending) return <SkeletonRows rows={2} height={52} />
    if (query.isError) return <Failed query={query} />
    return (
      <>
        <Firsts items={query.data.sessions} most={mostShown} word="browser">
          {shown => (
            <ul className="setting-list">
              {shown.map(s => (
                <Session
                  key={s.id}
                  session={s}
                  busy={end.isPending && end.variables.id === s.id}
                  onEnd={() => endOne(s)}
                />
              ))}
            </ul>
          )}
        </Firsts>
        <div>
          <Button look="danger" icon="sign-out" onClick={() => setAsking(true)}>
            Sign out everywhere
          </Button>
        </div>
      </>
    )
  }
  return (
    <Setting title="Where you are signed in" text="Is there a browser you do not recognize? Sign it out.">
      {show()}
      <AskDialog
        open={asking}
        title="Sign out everywhere?"
        action="Sign Out Everywhere"
        look="danger"
        busy={endAll.isPending}
        error={endAll.error?.rawMessage}
        onClose={close}
        onConfirm={endEverywhere}
      >
        <p>Every browser in which you are signed in is signed out, including this one. Access tokens keep working.</p>
      </AskDialog>
    </Setting>
  )
}

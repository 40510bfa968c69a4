import { useState } from 'react'
import { timestampDate } from '@bufbuild/protobuf/wkt'
import { createConnectQueryKey, useMutation, useQuery, useTransport } from '@connectrpc/connect-query'
import { useQueryClient } from '@tanstack/react-query'
import { AccountService, type AccessToken } from '@/gen/mentionary/v1/account_pb'
import { date } from '@/lib/format'
import { Failed } from '@/modules/Failed'
import { AskDialog } from '@/ui/AskDialog'
import { Badge } from '@/ui/Badge'
import { Button } from '@/ui/Button'
import { SkeletonRows } from '@/ui/Skeleton'
import { toast } from '@/ui/toasts'
import { NewToken } from './NewToken'
import { Firsts } from './Firsts'
import { Setting, SettingRow } from './Setting'
import { TokenSecret } from './TokenSecret'

/** Tokens shown at first, the newest. */
const mostShown = 5

function Token({ token, now, onRevoke }: { token: AccessToken; now: number; onRevoke: () => void }) {
  const ends = token.expiresAt && timestampDate(token.expiresAt)
  const ended = ends !== undefined && ends.getTime() <= now
  return (
    <SettingRow
      action={
        <Button size="small" aria-label={`Revoke ${token.name}`} onClick={onRevoke}>
          Revoke
        </Button>
      }
    >
      <p className="row">
        <span className="setting-name">{token.name}</span>
        {token.scopes.map(s => (
          <Badge key={s}>{s}</Badge>
        ))}
        {ended && <Badge tone="bad">Expired</Badge>}
      </p>
      <p className="setting-facts">
        {token.createdAt && <span>Created {date(timestampDate(token.createdAt))}</span>}
        <span>{token.usedAt ? `Last used ${date(timestampDate(token.usedAt))}` : 'Never used'}</span>
        {ends && !ended && <span>Expires {date(ends)}</span>}
      </p>
    </SettingRow>
  )
}

/** The access tokens of scripts: made, shown once, revoked. */
export function Tokens() {
  const transport = useTransport()
  const queries = useQueryClient()
  const query = useQuery(AccountService.method.listTokens, {}, { staleTime: 0 })
  const revoke = useMutation(AccountService.method.revokeToken)
  const [now] = useState(() => Date.now())
  const [making, setMaking] = useState(false)
  const [secret, setSecret] = useState<string>()
  const [asked, setAsked] = useState<AccessToken>()
  const readAgain = () =>
    void queries.invalidateQueries({
      queryKey: createConnectQueryKey({ schema: AccountService.method.listTokens, transport, cardinality: undefined }),
    })

  const close = () => {
    revoke.reset()
    setAsked(undefined)
  }
  const revokeAsked = () =>
    asked &&
    revoke.mutate(
      { id: asked.id },
      {
        onSuccess: () => {
          close()
          toast('Token Revoked', 'Scripts that use it no longer work')
          readAgain()
        },
      },
    )
  const show = () => {
    if (query.isPending) return <SkeletonRows rows={2} height={52} />
    if (query.isError) return <Failed query={query} />
    if (query.data.tokens.length === 0) return <p className="muted">You have no access tokens.</p>
    return (
      <Firsts items={query.data.tokens} most={mostShown} word="token">
        {shown => (
          <ul className="setting-list">
            {shown.map(t => (
              <Token key={t.id} token={t} now={now} onRevoke={() => setAsked(t)} />
            ))}
          </ul>
        )}
      </Firsts>
    )
  }
  return (
    <Setting
      title="Access tokens"
      text={
        <>
          For scripts that act for you. The <a href="/api/docs">API documentation</a> says how to use them.
        </>
      }
    >
      {secret !== undefined && <TokenSecret secret={secret} onDone={() => setSecret(undefined)} />}
      {show()}
      <div>
        <Button icon="plus" onClick={() => setMaking(true)}>
          New token
        </Button>
      </div>
      <NewToken
        open={making}
        onClose={() => setMaking(false)}
        onMade={made => {
          setSecret(made)
          readAgain()
        }}
      />
      <AskDialog
        open={asked !== undefined}
        title="Revoke this token?"
        action="Revoke Token"
        look="danger"
        busy={revoke.isPending}
        error={revoke.error?.rawMessage}
        onClose={close}
        onConfirm={revokeAsked}
      >
        <p>
          Scripts that use <b>{asked?.name}</b> stop working at once. This cannot be undone.
        </p>
      </AskDialog>
    </Setting>
  )
}

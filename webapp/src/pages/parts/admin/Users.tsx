import { Select, Switch } from 'antd'
import { timestampDate } from '@bufbuild/protobuf/wkt'
import { useQuery } from '@connectrpc/connect-query'
import { keepPreviousData } from '@tanstack/react-query'
import { AdminService, type AdminUser } from '@/gen/mentionary/v1/admin_pb'
import { date } from '@/lib/format'
import { Panel } from '@/modules/admin/AdminPage'
import { PagedTable } from '@/modules/admin/PagedTable'
import { SearchField } from '@/modules/admin/SearchField'
import { usePage } from '@/modules/admin/usePage'
import { useAddress } from '@/modules/address'
import { ConfirmItIsYou } from '@/modules/ConfirmItIsYou'
import { letterOf } from '@/modules/session'
import { Avatar } from '@/ui/Avatar'
import { useChangeUser, type UserChange } from './useChangeUser'

/** What a person is called here: by the names of their account, else their address. */
const personName = ({ firstName, lastName, email }: AdminUser) =>
  [firstName, lastName].filter(Boolean).join(' ') || email || 'Somebody without a name'

/** Everybody with an account. Role and status are applied when they are chosen. */
export function Users() {
  const { readSearch } = useAddress()
  const search = readSearch('q')
  const at = usePage(20)
  const users = useQuery(
    AdminService.method.listUsers,
    { search, limit: at.limit, offset: at.offset },
    { refetchOnMount: 'always', placeholderData: keepPreviousData },
  )
  const change = useChangeUser()
  return (
    <Panel title="User Management" actions={<SearchField label="Search people" placeholder="Name or e-mail" />}>
      <PagedTable<AdminUser>
        query={users}
        rows={users.data?.users}
        at={at}
        empty={search ? `Nobody matches “${search}”.` : 'Nobody has signed in yet.'}
        className="admin-users"
        rowKey="id"
        size="middle"
        columns={[
          { key: 'person', title: 'Person', render: (_, user) => <Person user={user} /> },
          {
            key: 'joined',
            title: 'Joined',
            width: 140,
            responsive: ['lg'],
            render: (_, { createdAt }) => createdAt && date(timestampDate(createdAt)),
          },
          { key: 'role', title: 'Role', width: 148, render: (_, user) => <Role user={user} change={change} /> },
          { key: 'status', title: 'Status', width: 132, render: (_, user) => <Status user={user} change={change} /> },
        ]}
      />
      <ConfirmItIsYou error={change.error} onClose={change.giveUp} onLeave={change.keep} />
    </Panel>
  )
}

const roles = [
  { value: 'user', label: 'User' },
  { value: 'moderator', label: 'Moderator' },
  { value: 'admin', label: 'Admin' },
]

function Person({ user }: { user: AdminUser }) {
  return (
    <span className="admin-person">
      <Avatar src={user.profileImageUrl} letter={letterOf(user)} />
      <span className="lines">
        <strong>{personName(user)}</strong>
        {user.email && <span className="small muted">{user.email}</span>}
        {user.locked && <span className="small admin-locked">{user.locked}</span>}
      </span>
    </span>
  )
}

type Cell = { user: AdminUser; change: UserChange }

function Role({ user, change }: Cell) {
  if (user.locked) return roles.find(r => r.value === user.role)?.label ?? user.role
  return (
    <Select
      className="admin-role"
      aria-label={`Role of ${personName(user)}`}
      value={user.role}
      options={roles}
      loading={change.changes === user.id}
      disabled={change.changes === user.id}
      onChange={role => change.apply({ userId: user.id, role })}
    />
  )
}

const statusText = (active: boolean) => (active ? 'Active' : 'Inactive')

function Status({ user, change }: Cell) {
  if (user.locked) return statusText(user.isActive)
  return (
    <span className="row admin-status">
      <Switch
        aria-label={`${personName(user)} is active`}
        checked={user.isActive}
        loading={change.changes === user.id}
        onChange={isActive => change.apply({ userId: user.id, isActive })}
      />
      <span className="small">{statusText(user.isActive)}</span>
    </span>
  )
}

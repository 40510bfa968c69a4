import { timestampDate } from '@bufbuild/protobuf/wkt'
import { Button, Tooltip } from 'antd'
import { Link } from 'react-router'
import type { AuditChange, AuditEntry, ListAuditResponse } from '@/gen/mentionary/v1/admin_pb'
import { dateTime } from '@/lib/format'
import { PagedTable } from '@/modules/admin/PagedTable'
import type { FailedQuery } from '@/modules/Failed'
import { Icon } from '@/ui/Icon'
import { sentenceOf } from './sentences'
import { useAuditFilter } from './useAuditFilter'
import { objectPath, operationWords } from './words'

/** The entries of the log, the newest first. */
export function AuditTable({
  log,
}: {
  log: FailedQuery & { data: ListAuditResponse | undefined; isPlaceholderData: boolean }
}) {
  const { filter, at } = useAuditFilter()
  const filtered = Object.values(filter).some(Boolean)
  return (
    <PagedTable<AuditEntry>
      query={log}
      rows={log.data?.entries}
      at={at}
      empty={filtered ? 'No change matches these filters.' : 'Nothing has been changed yet.'}
      className="audit-table"
      rowKey="id"
      columns={[
        { key: 'when', title: 'When', width: 180, className: 'figures', render: (_, entry) => <When entry={entry} /> },
        {
          key: 'who',
          title: 'Who',
          width: 180,
          render: (_, { actor, actorName }) => (actor ? actorName || `Account ${actor}` : 'The program'),
        },
        {
          key: 'what',
          title: 'What',
          width: 200,
          render: (_, { operation }) => <span title={operation}>{operationWords(operation)}</span>,
        },
        { key: 'object', title: 'Object', width: 240, render: (_, entry) => <What entry={entry} /> },
        {
          key: 'before-and-after',
          title: 'Before and after',
          render: (_, entry) => <Told entry={entry} />,
        },
      ]}
    />
  )
}

function When({ entry: { createdAt } }: { entry: AuditEntry }) {
  const at = createdAt && timestampDate(createdAt)
  return at && <time dateTime={at.toISOString()}>{dateTime(at)}</time>
}

function What({ entry: { object, objectName } }: { entry: AuditEntry }) {
  const { filter, choose } = useAuditFilter()
  const to = objectPath(object, objectName ?? '')
  return (
    <span className="audit-object">
      <span className="lines">
        {to ? <Link to={to}>{objectName || object}</Link> : objectName || object}
        {objectName && <span className="small muted">{object}</span>}
      </span>
      {filter.object !== object && (
        <Tooltip title="Only changes of this">
          <Button
            type="text"
            size="small"
            icon={<Icon name="filter" />}
            aria-label={`Only changes of ${objectName || object}`}
            onClick={() => choose({ object })}
          />
        </Tooltip>
      )}
    </span>
  )
}

function Told({ entry }: { entry: AuditEntry }) {
  const sentence = sentenceOf(entry)
  return sentence ? <span className="anywhere">{sentence}</span> : <Changes changes={entry.changes} />
}

function Changes({ changes }: { changes: AuditChange[] }) {
  return (
    <ul className="audit-changes">
      {changes.map(({ field, before, after }) => (
        <li key={field}>
          <span className="muted">{field}</span>
          <span>
            <Value text={before} />
            <span className="muted" aria-label="became">
              {' → '}
            </span>
            <Value text={after} />
          </span>
        </li>
      ))}
    </ul>
  )
}

const Value = ({ text }: { text: string }) => (text ? <span>{text}</span> : <span className="muted">nothing</span>)

import { timestampDate } from '@bufbuild/protobuf/wkt'
import { useQuery } from '@connectrpc/connect-query'
import { keepPreviousData } from '@tanstack/react-query'
import { Button, Segmented, Table } from 'antd'
import type { ValidationResult } from '@/gen/mentionary/v1/entity_pb'
import { QualityService, type Pass } from '@/gen/mentionary/v1/quality_pb'
import { ago } from '@/lib/format'
import { useAddress } from '@/modules/address'
import { Failed, type FailedQuery } from '@/modules/Failed'
import { Empty } from '@/ui/States'
import { EntityName } from './EntityName'
import { LinkActions } from './LinkActions'
import { ConfidenceScore } from './Scores'
import type { Curation } from './useCuration'

const pageSize = 20
const states = [
  { value: '', label: 'All' },
  { value: 'invalid', label: 'Invalid' },
  { value: 'unknown', label: 'Unknown' },
  { value: 'valid', label: 'Valid' },
]

/** What a pass found about each entity; a row opens to its links. */
export function ValidationTable({
  pass,
  loading,
  query,
  curation,
}: {
  pass: Pass | undefined
  loading: boolean
  query: FailedQuery
  curation: Curation
}) {
  const address = useAddress()
  const state = states.find(s => s.value === address.read('state'))?.value ?? ''
  const page = Math.max(1, Number(address.read('page')) || 1)
  const results = useQuery(
    QualityService.method.listPassResults,
    { id: pass?.id ?? 0, state, limit: pageSize, offset: (page - 1) * pageSize },
    { enabled: pass !== undefined, placeholderData: keepPreviousData },
  )
  if (query.error) return <Failed query={query} />
  if (results.error) return <Failed query={results} />
  if (!pass && !loading)
    return (
      <Empty
        icon="link"
        title="No links were checked yet"
        text="Press “Validate Links” to check the most mentioned ones."
      />
    )
  return (
    <>
      <Segmented
        aria-label="Links"
        options={states}
        value={state}
        onChange={value => address.choose({ state: value, page: '' })}
        className="quality-filter"
      />
      <Table<ValidationResult>
        className="quality-table"
        rowKey={row => row.entity?.id ?? 0}
        size="middle"
        loading={loading || results.isPending}
        dataSource={results.data?.results ?? []}
        scroll={{ x: 760 }}
        locale={{
          emptyText:
            pass?.state === 'live' && pass.done === 0
              ? 'The first results appear in a moment.'
              : 'There is none of these.',
        }}
        pagination={{
          current: page,
          pageSize,
          total: results.data?.total ?? 0,
          hideOnSinglePage: true,
          showSizeChanger: false,
          onChange: next => address.choose({ page: next === 1 ? '' : String(next) }),
        }}
        expandable={{
          expandedRowRender: row => <Links row={row} curation={curation} />,
          rowExpandable: row => row.validLinks.length + row.invalidLinks.length + row.unknownLinks.length > 0,
        }}
        columns={[
          { title: 'Name', key: 'name', render: (_, row) => row.entity && <EntityName entity={row.entity} /> },
          {
            title: 'Links',
            key: 'links',
            width: 220,
            render: (_, row) => (
              <span className="figures quality-links">
                <span>{row.validLinks.length} valid</span>
                <span className={row.invalidLinks.length > 0 ? 'quality-bad' : ''}>
                  {row.invalidLinks.length} invalid
                </span>
                {row.unknownLinks.length > 0 && <span className="muted">{row.unknownLinks.length} unknown</span>}
              </span>
            ),
          },
          {
            title: 'Confidence',
            key: 'confidence',
            width: 150,
            render: (_, row) =>
              row.validLinks.length + row.invalidLinks.length > 0 ? (
                <ConfidenceScore score={row.confidence} />
              ) : (
                <span className="muted">Nothing to judge</span>
              ),
          },
          {
            title: '',
            key: 'similar',
            width: 130,
            render: (_, row) => (
              <Button size="small" onClick={() => address.choose({ similar: String(row.entity?.id ?? '') })}>
                Find Similar
              </Button>
            ),
          },
        ]}
      />
    </>
  )
}

/** The links of one entity, the invalid ones first. */
function Links({ row, curation }: { row: ValidationResult; curation: Curation }) {
  const groups = [
    ['Invalid', 'bad', row.invalidLinks],
    ['Unknown', 'calm', row.unknownLinks],
    ['Valid', 'good', row.validLinks],
  ] as const
  return (
    <ul className="quality-linklist">
      {groups.flatMap(([label, tone, links]) =>
        links.map(link => (
          <LinkActions
            key={link.url}
            entityId={row.entity?.id ?? 0}
            url={link.url}
            kind={link.kind}
            state={label}
            tone={tone}
            reason={link.reason}
            when={link.checkedAt && ago(timestampDate(link.checkedAt))}
            curation={curation}
          />
        )),
      )}
    </ul>
  )
}

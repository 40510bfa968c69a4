import { timestampDate } from '@bufbuild/protobuf/wkt'
import { useQuery } from '@connectrpc/connect-query'
import { keepPreviousData } from '@tanstack/react-query'
import { Button, Segmented } from 'antd'
import type { ValidationResult } from '@/gen/mentionary/v1/entity_pb'
import { QualityService, type Pass } from '@/gen/mentionary/v1/quality_pb'
import { ago } from '@/lib/format'
import { PagedTable } from '@/modules/admin/PagedTable'
import { usePage } from '@/modules/admin/usePage'
import { useAddress } from '@/modules/address'
import { EntityName } from './EntityName'
import { LinkActions } from './LinkActions'
import { ConfidenceScore } from './Scores'
import type { Curation } from './useCuration'

const states = [
  { value: '', label: 'All' },
  { value: 'invalid', label: 'Invalid' },
  { value: 'unknown', label: 'Unknown' },
  { value: 'valid', label: 'Valid' },
]

/** What a pass found about each entity; a row opens to its links. */
export function ValidationTable({ pass, curation }: { pass: Pass; curation: Curation }) {
  const address = useAddress()
  const state = states.find(s => s.value === address.read('state'))?.value ?? ''
  const at = usePage(20)
  const results = useQuery(
    QualityService.method.listPassResults,
    { id: pass.id, state, limit: at.limit, offset: at.offset },
    { placeholderData: keepPreviousData },
  )
  return (
    <>
      <Segmented
        aria-label="Links"
        options={states}
        value={state}
        onChange={value => address.choose({ state: value, page: '' })}
        className="wide-choice"
      />
      <PagedTable<ValidationResult>
        query={results}
        rows={results.data?.results}
        at={at}
        empty={
          pass.state === 'live' && pass.done === 0 ? 'The first results appear in a moment.' : 'There is none of these.'
        }
        className="quality-table"
        rowKey={row => row.entity?.id ?? 0}
        width={760}
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
              <span className="figures row">
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
    <ul className="stack">
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

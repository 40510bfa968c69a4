import { timestampDate } from '@bufbuild/protobuf/wkt'
import { useQuery } from '@connectrpc/connect-query'
import { Button, Drawer, Form, Input, Space, Switch } from 'antd'
import { useState } from 'react'
import { QualityService, type CuratedEntity, type CuratedLink } from '@/gen/mentionary/v1/quality_pb'
import { ago } from '@/lib/format'
import { useAddress } from '@/modules/address'
import { Answered } from '@/modules/Answered'
import { Dot } from '@/ui/Badge'
import { EditionActions } from './EditionActions'
import { EntityName } from './EntityName'
import { LinkActions } from './LinkActions'
import { Lookups } from './Lookups'
import { SplitDialog } from './SplitDialog'
import { TypeChooser } from './TypeChooser'
import { entityType } from '@/lib/types'
import { useCuration } from './useCuration'
import { editable, fieldWords } from './words'

/** Everything about one entity that a moderator may change; opened by `?edit=` in the address. */
export function EditDrawer() {
  const address = useAddress()
  const id = Number(address.read('edit')) || 0
  return (
    <Drawer title="Edit Entity" open={id > 0} size={620} onClose={() => address.choose({ edit: '' })} destroyOnHidden>
      {id > 0 && <Edit key={id} id={id} />}
    </Drawer>
  )
}

function Edit({ id }: { id: number }) {
  const query = useQuery(QualityService.method.getCuratedEntity, { id })
  return (
    <Answered query={query} rows={8} height={36} label="Loading the entity…">
      {({ entity }) => entity && <Curated key={query.dataUpdatedAt} curated={entity} />}
    </Answered>
  )
}

type Values = Record<'name' | (typeof editable)[number], string>

function Curated({ curated }: { curated: CuratedEntity }) {
  const curation = useCuration()
  const address = useAddress()
  const [splitting, setSplitting] = useState(false)
  const [choosing, setChoosing] = useState(false)
  const [locks, setLocks] = useState<readonly string[]>(curated.locks)
  const entity = curated.entity
  if (!entity) return null
  const said = (field: (typeof editable)[number]) =>
    (field === 'description' ? entity.description : entity.metadata?.[field]) ?? ''
  const before = { name: entity.name, ...Object.fromEntries(editable.map(f => [f, said(f)])) } as Values
  const lock = (what: string, on: boolean) => setLocks(on ? [...locks, what] : locks.filter(l => l !== what))
  const save = (values: Values) =>
    curation.edit({
      id: entity.id,
      name: values.name.trim() === before.name ? '' : values.name,
      fields: editable.flatMap(field => (values[field] === before[field] ? [] : [{ field, value: values[field] }])),
      setLocks: true,
      locks: [...locks],
    })
  const source = (field: string) => curated.sources.find(s => s.field === field)?.source
  return (
    <div className="stack quality-form">
      <p className="row quality-of">
        <EntityName entity={entity} /> {curated.hidden && <Dot tone="warn">Hidden</Dot>}
      </p>
      <Space wrap>
        <Button onClick={() => setChoosing(true)} disabled={curated.hidden}>
          Change Type
        </Button>
        <Button onClick={() => setSplitting(true)} disabled={curated.hidden}>
          Split
        </Button>
        <Button onClick={() => address.choose({ edit: '', similar: String(entity.id) })}>Find Similar</Button>
        <Button onClick={() => void curation.hide([entity.id], !curated.hidden)} loading={curation.busy}>
          {curated.hidden ? 'Show Again' : 'Hide'}
        </Button>
      </Space>
      <Form<Values>
        layout="vertical"
        initialValues={before}
        onFinish={values => void save(values)}
        disabled={curated.hidden}
      >
        <Form.Item name="name" label="Name" rules={[{ required: true, message: 'Give it a name.' }]}>
          <Input maxLength={500} />
        </Form.Item>
        {editable.map(field => (
          <div key={field} className="quality-field">
            <Form.Item
              name={field}
              label={fieldWords(field)}
              {...(source(field) && { extra: `By ${words[source(field) ?? ''] ?? source(field)}` })}
            >
              {field === 'description' ? <Input.TextArea rows={3} maxLength={2000} /> : <Input maxLength={500} />}
            </Form.Item>
            <Lock what={field} locks={locks} onLock={lock} />
          </div>
        ))}
        <div className="quality-field quality-locklinks">
          <p>
            <b>Links</b>
            <br />
            <span className="small muted">Locked: episodes add no further links.</span>
          </p>
          <Lock what="links" locks={locks} onLock={lock} />
        </div>
        <Button type="primary" htmlType="submit" loading={curation.busy}>
          Save
        </Button>
      </Form>
      <section>
        <h3>Links</h3>
        <ul className="stack">
          {curated.links.map(link => (
            <LinkActions
              key={link.url}
              entityId={entity.id}
              url={link.url}
              kind={link.kind}
              state={states[link.state]?.[0] ?? link.state}
              tone={states[link.state]?.[1] ?? 'calm'}
              reason={link.reason}
              when={whenOf(link)}
              decision={link.decision}
              curation={curation}
            />
          ))}
        </ul>
        <AddLink add={url => curation.decideLink(entity.id, '', 'add', url)} />
      </section>
      <EditionActions
        editions={curated.editions}
        onDecide={(edition, decision) => void curation.decideEdition(entity.id, edition, decision)}
      />
      <Lookups
        lookups={curated.lookups}
        busy={curation.busy}
        onChoose={url => void curation.decideLink(entity.id, '', 'add', url)}
      />
      {splitting && <SplitDialog curated={curated} onClose={() => setSplitting(false)} />}
      {choosing && (
        <TypeChooser
          count={1}
          without={entityType(entity.type)}
          onChoose={to => {
            setChoosing(false)
            void curation.retype([entity.id], to)
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </div>
  )
}

const words: Record<string, string> = {
  admin: 'a moderator',
  catalogue: 'a public catalog',
  agreed: 'two channels or more',
  claimed: 'one channel',
}
const states: Record<string, readonly [string, 'good' | 'bad' | 'calm']> = {
  valid: ['Valid', 'good'],
  invalid: ['Invalid', 'bad'],
  unknown: ['Unknown', 'calm'],
}
const whenOf = ({ checkedAt }: CuratedLink) => checkedAt && ago(timestampDate(checkedAt))

/** Whether publishing may change a field. */
function Lock({
  what,
  locks,
  onLock,
}: {
  what: string
  locks: readonly string[]
  onLock: (what: string, on: boolean) => void
}) {
  return (
    <span className="quality-lock">
      <Switch
        size="small"
        aria-label={`Lock ${fieldWords(what)}`}
        checked={locks.includes(what)}
        onChange={on => onLock(what, on)}
      />
      <span className="small muted" aria-hidden="true">
        Lock
      </span>
    </span>
  )
}

function AddLink({ add }: { add: (url: string) => Promise<boolean> }) {
  const [url, setUrl] = useState('')
  const save = async () => {
    if (url.trim() && (await add(url))) setUrl('')
  }
  return (
    <Space.Compact className="quality-fix">
      <Input
        aria-label="Address of a new link"
        placeholder="https://"
        value={url}
        onChange={e => setUrl(e.target.value)}
        onPressEnter={() => void save()}
      />
      <Button onClick={() => void save()} disabled={!url.trim()}>
        Add Link
      </Button>
    </Space.Compact>
  )
}

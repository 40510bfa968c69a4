import { useQuery } from '@connectrpc/connect-query'
import { keepPreviousData } from '@tanstack/react-query'
import { Form, InputNumber, Radio } from 'antd'
import { useState } from 'react'
import { AdminService, type Budget } from '@/gen/mentionary/v1/admin_pb'
import { capOf, capped, mostOf, type Resource } from '@/modules/admin/capped'
import { MountedModal } from '@/modules/admin/MountedModal'
import { SearchSelect } from '@/modules/admin/SearchSelect'
import type { Cap } from '@/modules/admin/useSetCap'

/** Whose cap is decided: without a budget a person is chosen in the form. */
export type Subject = { scope: string; budget?: Budget }

type Kind = 'cap' | 'none' | 'default'
type Values = { userId?: string; kind: Kind; most?: number | null }

const kindOf = (budget: Budget | undefined): Kind =>
  budget && (budget.unlimited || mostOf(budget) === 0) ? 'none' : 'cap'

/** A dialog that decides a cap. Of a person there are three answers: a number, no cap, and the one that everybody has. */
export function CapForm({
  resource,
  subject,
  busy,
  onSave,
  onClose,
}: {
  resource: Resource
  subject: Subject
  busy: boolean
  onSave: (cap: Cap) => void
  onClose: () => void
}) {
  const [form] = Form.useForm<Values>()
  const kind = Form.useWatch('kind', form)
  const person = subject.scope === 'user'
  const words = capped[resource]
  const save = ({ userId, kind, most }: Values) =>
    onSave(
      capOf(resource, {
        scope: subject.scope,
        userId: subject.budget?.userId ?? userId ?? '',
        most: kind === 'cap' ? (most ?? 0) : 0,
        unlimited: person && kind === 'none',
      }),
    )
  return (
    <MountedModal title={title(subject)} okText="Save" confirmLoading={busy} onOk={form.submit} onCancel={onClose}>
      <Form<Values>
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{
          kind: kindOf(subject.budget),
          most: (subject.budget && mostOf(subject.budget)) || undefined,
        }}
        onFinish={save}
      >
        {person && !subject.budget && (
          <Form.Item name="userId" label="Person" rules={[{ required: true, message: 'Choose a person.' }]}>
            <PersonSelect />
          </Form.Item>
        )}
        <Form.Item name="kind" label="Cap">
          <Radio.Group className="stack stack-tight">
            <Radio value="cap">{words.radio}</Radio>
            <Radio value="none">{person ? 'No cap for this person' : 'No cap'}</Radio>
            {person && <Radio value="default">The same as everybody else</Radio>}
          </Radio.Group>
        </Form.Item>
        {kind === 'cap' && (
          <Form.Item
            name="most"
            label={words.label}
            extra={words.extra}
            rules={[{ required: true, message: words.missing }]}
          >
            <InputNumber<number> className="cost-number" min={1} max={words.most} precision={0} step={words.step} />
          </Form.Item>
        )}
      </Form>
    </MountedModal>
  )
}

function title(subject: Subject): string {
  switch (subject.scope) {
    case 'system':
      return 'Cap of everything together'
    case 'default':
      return 'Cap of each person'
    default:
      return subject.budget ? `Cap of ${subject.budget.userName}` : 'Cap for a person'
  }
}

/** Chooses among all people, found by name or address. */
function PersonSelect({ id, value, onChange }: { id?: string; value?: string; onChange?: (userId: string) => void }) {
  const [search, setSearch] = useState('')
  const found = useQuery(AdminService.method.listUsers, { search, limit: 20 }, { placeholderData: keepPreviousData })
  return (
    <SearchSelect
      {...(id && { id })}
      {...(value !== undefined && { value })}
      placeholder="Name or e-mail"
      search={search}
      onSearch={setSearch}
      query={found}
      none="Nobody matches."
      options={(found.data?.users ?? []).map(({ id, firstName, lastName, email }) => ({
        value: id,
        label: [[firstName, lastName].filter(Boolean).join(' '), email].filter(Boolean).join(' · '),
      }))}
      onChange={userId => onChange?.(userId)}
    />
  )
}

import { useState } from 'react'
import { Button, Input, Modal, Select } from 'antd'
import { filterKeys, queryOf, saveViews, savedViews, views, type View } from '@/modules/work/filters'
import { toast } from '@/ui/toasts'

type Props = {
  /** whose views these are */ person: string
  /** the filters of the address */ query: string
  onChoose: (values: Record<string, string | undefined>) => void
}

const same = (view: View, query: string) => queryOf(new URLSearchParams(view.query)) === query

/** Sets of filters with a name: those that are always there, and those that somebody saved in this browser. */
export function Views({ person, query, onChoose }: Props) {
  const [own, setOwn] = useState(() => savedViews(person))
  const [name, setName] = useState<string>()
  const all = [...views, ...own]
  const present = all.find(view => same(view, query))
  const keep = (next: View[]) => {
    setOwn(next)
    saveViews(person, next)
  }
  const show = (view: View) => {
    const params = new URLSearchParams(view.query)
    onChoose(Object.fromEntries(filterKeys.map(key => [key, params.get(key) ?? undefined])))
  }
  const save = () => {
    const title = name?.trim()
    if (!title) return
    keep([...own.filter(view => view.name !== title), { name: title, query, own: true }])
    setName(undefined)
    toast('View Saved', `“${title}” is kept in this browser.`)
  }
  return (
    <div className="row">
      <Select
        aria-label="View"
        className="work-view"
        value={present?.name ?? null}
        placeholder="Custom filters"
        onChange={chosen => {
          const view = all.find(v => v.name === chosen)
          if (view) show(view)
        }}
        options={[
          { label: 'Views', options: views.map(view => ({ value: view.name, label: view.name })) },
          ...(own.length > 0
            ? [{ label: 'Saved', options: own.map(view => ({ value: view.name, label: view.name })) }]
            : []),
        ]}
      />
      {!present && query && (
        <Button type="text" onClick={() => setName('')}>
          Save view
        </Button>
      )}
      {present?.own && (
        <Button type="text" onClick={() => keep(own.filter(view => view.name !== present.name))}>
          Forget view
        </Button>
      )}
      <Modal
        title="Save view"
        open={name !== undefined}
        okText="Save"
        okButtonProps={{ disabled: !name?.trim() }}
        onOk={save}
        onCancel={() => setName(undefined)}
        width={440}
      >
        <Input
          aria-label="Name"
          maxLength={60}
          placeholder="Name of the view"
          value={name ?? ''}
          onChange={e => setName(e.target.value)}
          onPressEnter={save}
        />
      </Modal>
    </div>
  )
}

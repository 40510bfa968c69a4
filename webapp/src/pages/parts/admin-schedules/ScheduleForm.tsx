import { useMutation } from '@connectrpc/connect-query'
import { Form, Input, InputNumber, Modal, Select, TimePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { useState } from 'react'
import { ScheduleService, type Schedule } from '@/gen/mentionary/v1/schedule_pb'
import { useScheduleAnswer } from './useScheduleActions'

type Mode = 'default' | 'recent' | 'dateRange' | 'all'

type Values = {
  title?: string
  text: string
  weekdays: number[]
  time: Dayjs
  timeZone: string
  mode: Mode
  episodeCount: number
  dateRange: number
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
/** The week begins on Monday. */
const dayOptions = [1, 2, 3, 4, 5, 6, 0].map(value => ({ value, label: weekdays[value]! }))

const modeOptions: { value: Mode; label: string }[] = [
  { value: 'default', label: 'By kind of address' },
  { value: 'recent', label: 'Recent episodes' },
  { value: 'dateRange', label: 'Date range (days)' },
  { value: 'all', label: 'All episodes' },
]

const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'
const zones = () =>
  [...new Set(['UTC', ownZone, ...Intl.supportedValuesOf('timeZone')])].map(value => ({ value, label: value }))

const first: Values = {
  text: '',
  weekdays: [1],
  time: dayjs('06:00', 'HH:mm').hour(6).minute(0),
  timeZone: ownZone,
  mode: 'default',
  episodeCount: 10,
  dateRange: 30,
}

/** A schedule as the form shows it. */
const valuesOf = ({ title, lines, weekTime, config }: Schedule): Values => ({
  title,
  text: lines.join('\n'),
  weekdays: weekTime?.weekdays ?? first.weekdays,
  time: dayjs()
    .hour(weekTime?.hour ?? 0)
    .minute(weekTime?.minute ?? 0),
  timeZone: weekTime?.timeZone ?? first.timeZone,
  mode: modeOptions.find(({ value }) => value === config?.mode)?.value ?? 'default',
  episodeCount: config?.episodeCount || first.episodeCount,
  dateRange: config?.dateRange || first.dateRange,
})

const configOf = ({ mode, episodeCount, dateRange }: Values) =>
  mode === 'default'
    ? {}
    : {
        config: {
          mode,
          ...(mode === 'recent' && { episodeCount }),
          ...(mode === 'dateRange' && { dateRange }),
        },
      }

/** Makes a recurring batch, or changes one: addresses, and times of the week. */
export function ScheduleForm({
  schedule,
  open,
  onClose,
}: {
  /** what is changed; without it a new one is made */ schedule: Schedule | undefined
  open: boolean
  onClose: () => void
}) {
  // While the dialog goes away it still shows what it was about.
  const [shown, setShown] = useState(schedule)
  if (open && shown !== schedule) setShown(schedule)
  const creating = useMutation(ScheduleService.method.createSchedule)
  const editing = useMutation(ScheduleService.method.editSchedule)
  const announce = useScheduleAnswer()
  const send = (values: Values) => {
    const wanted = {
      title: values.title?.trim() ?? '',
      text: values.text,
      weekTime: {
        weekdays: values.weekdays,
        hour: values.time.hour(),
        minute: values.time.minute(),
        timeZone: values.timeZone,
      },
      ...configOf(values),
    }
    if (shown)
      announce(
        editing.mutateAsync({ id: shown.id, ...wanted }),
        'Schedule Changed',
        'The change applies from the next run.',
        onClose,
      )
    else announce(creating.mutateAsync(wanted), 'Schedule Created', 'It will run at its next scheduled time.', onClose)
  }
  return (
    <Modal
      title={shown ? 'Edit recurring batch' : 'New recurring batch'}
      open={open}
      onCancel={onClose}
      okText={shown ? 'Save' : 'Create schedule'}
      cancelText="Close"
      confirmLoading={creating.isPending || editing.isPending}
      okButtonProps={{ htmlType: 'submit', form: 'schedule' }}
      destroyOnHidden
      width={560}
    >
      <Fields key={shown?.id} initial={shown ? valuesOf(shown) : first} onSend={send} />
    </Modal>
  )
}

function Fields({ initial, onSend }: { initial: Values; onSend: (values: Values) => void }) {
  const [form] = Form.useForm<Values>()
  const mode = Form.useWatch('mode', form)
  return (
    <Form<Values>
      id="schedule"
      form={form}
      layout="vertical"
      initialValues={initial}
      requiredMark={false}
      onFinish={onSend}
    >
      <Form.Item name="title" label="Name (optional)">
        <Input autoFocus maxLength={120} placeholder="Monday’s shows" />
      </Form.Item>
      <Form.Item
        name="text"
        label="Addresses, one per line"
        rules={[{ required: true, whitespace: true, message: 'Please enter YouTube URLs to process' }]}
      >
        <Input.TextArea rows={5} spellCheck={false} />
      </Form.Item>
      <Form.Item name="mode" label="Episodes of channels and feeds">
        <Select options={modeOptions} />
      </Form.Item>
      {mode === 'recent' && (
        <Form.Item name="episodeCount" label="Number of episodes" rules={[{ required: true }]}>
          <InputNumber min={1} max={100} precision={0} />
        </Form.Item>
      )}
      {mode === 'dateRange' && (
        <Form.Item name="dateRange" label="Days back" rules={[{ required: true }]}>
          <InputNumber min={1} max={365} precision={0} />
        </Form.Item>
      )}
      <Form.Item
        name="weekdays"
        label="Days of the week"
        rules={[{ required: true, type: 'array', min: 1, message: 'Please choose at least one day.' }]}
      >
        <Select mode="multiple" options={dayOptions} showSearch={{ optionFilterProp: 'label' }} />
      </Form.Item>
      <div className="schedule-time">
        <Form.Item name="time" label="Time" rules={[{ required: true, message: 'Please choose a time.' }]}>
          <TimePicker format="HH:mm" minuteStep={5} needConfirm={false} allowClear={false} />
        </Form.Item>
        <Form.Item name="timeZone" label="Time zone">
          <Select showSearch options={zones()} />
        </Form.Item>
      </div>
    </Form>
  )
}

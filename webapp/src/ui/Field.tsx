import { createContext, use, useId, type ComponentProps, type ReactNode } from 'react'
import { cx } from '@/lib/classes'
import { Icon, type IconName } from './Icon'
import './Field.css'

type Wiring = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }
const FieldContext = createContext<Wiring | undefined>(undefined)

/** A label with its control; the control inside (Input, Select) finds its wiring itself. */
export function Field({
  label,
  hint,
  error,
  hideLabel = false,
  children,
}: {
  label: string
  hint?: ReactNode
  error?: ReactNode
  /** the label is only heard */ hideLabel?: boolean
  children: ReactNode
}) {
  const id = useId()
  const described = cx(hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`)
  return (
    <div className="field">
      <label htmlFor={id} className={hideLabel ? 'visually-hidden' : 'field-label'}>
        {label}
      </label>
      <FieldContext
        value={{
          id,
          'aria-describedby': described || undefined,
          'aria-invalid': error === undefined ? undefined : true,
        }}
      >
        {children}
      </FieldContext>
      {hint !== undefined && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p className="field-error" id={`${id}-error`} role="alert">
          <Icon name="warning" /> {error}
        </p>
      )}
    </div>
  )
}

/** A line of text. `icon` stands in front of it; `large` is for the one field a page is about. */
export function Input({
  icon,
  large = false,
  ...rest
}: Omit<ComponentProps<'input'>, 'className'> & { icon?: IconName; large?: boolean }) {
  return (
    <span className={cx('control', large && 'control-large', icon && 'control-with-icon')}>
      {icon && <Icon name={icon} />}
      <input {...use(FieldContext)} {...rest} />
    </span>
  )
}

type Option = { value: string; label: string; disabled?: boolean }

/** A choice of one, by the browser's own list. */
export function Select({
  options,
  value,
  onChange,
  ...rest
}: Omit<ComponentProps<'select'>, 'onChange' | 'value' | 'children' | 'className'> & {
  options: readonly Option[]
  value: string
  onChange: (value: string) => void
}) {
  return (
    <span className="control control-select">
      <select {...use(FieldContext)} {...rest} value={value} onChange={e => onChange(e.target.value)}>
        {options.map(o => (
          <option key={o.value} value={o.value} disabled={o.disabled}>
            {o.label}
          </option>
        ))}
      </select>
      <Icon name="chevron-down" size={16} />
    </span>
  )
}

/** On or off, applied at once. */
export function Switch({
  label,
  checked,
  onChange,
}: {
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
}) {
  return (
    <label className="switch">
      <input type="checkbox" role="switch" checked={checked} onChange={e => onChange(e.target.checked)} />
      <span className="switch-track" aria-hidden="true" />
      <span>{label}</span>
    </label>
  )
}

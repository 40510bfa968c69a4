import { Input, type InputRef } from 'antd'
import type { Ref } from 'react'
import { useAddress } from '@/modules/address'
import { longestSearch } from '@/modules/searchLimit'
import { Icon } from '@/ui/Icon'
import { useTyped } from './useTyped'

/** A field whose words go into the address when typing pauses; the list begins at its first page then. */
export function SearchField({
  label,
  placeholder,
  name = 'q',
  ref,
}: {
  label: string
  placeholder: string
  /** in the address */ name?: string
  ref?: Ref<InputRef>
}) {
  const { read, write } = useAddress()
  const [text, type] = useTyped(read(name), words => write({ [name]: words, page: undefined }))
  return (
    <Input
      ref={ref ?? null}
      type="search"
      allowClear
      aria-label={label}
      placeholder={placeholder}
      prefix={<Icon name="search" />}
      maxLength={longestSearch}
      value={text}
      onChange={event => type(event.target.value)}
    />
  )
}

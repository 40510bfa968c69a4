import { Select, type SelectProps } from 'antd'
import { useTyped } from './useTyped'

type Props = Omit<SelectProps<string>, 'onSearch' | 'options' | 'loading' | 'showSearch' | 'notFoundContent'> & {
  options: { value: string; label: string }[]
  /** what the options were asked for with */ search: string
  onSearch: (words: string) => void
  query: { isFetching: boolean; isPlaceholderData: boolean }
  /** what is said when nothing matches */ none: string
}

/** A choice among many that the server finds by a part of their name. */
export function SearchSelect({ search, onSearch, query, none, ...select }: Props) {
  const [typed, type] = useTyped(search, onSearch)
  // Until the server has answered, the page filters what it has: what somebody reaches for must not be swept away.
  const behind = query.isPlaceholderData || typed.trim() !== search
  return (
    <Select<string>
      {...select}
      showSearch={{ filterOption: behind, optionFilterProp: 'label', onSearch: type }}
      loading={query.isFetching}
      notFoundContent={behind || query.isFetching ? 'Looking…' : none}
    />
  )
}

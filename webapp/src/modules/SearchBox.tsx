import { useEffect, useState } from 'react'
import { Field, Input } from '@/ui/Field'

/** How long a person may pause inside a word before the search begins. */
export const typingPauseMs = 300

/** A search that begins by itself when typing pauses. `value` is what is searched for now; it may change from outside. */
export function SearchBox({ label, value, onSearch, large = false }: { /** also the placeholder */ label: string; value: string; onSearch: (text: string) => void; large?: boolean }) {
  const [text, setText] = useState(value)
  const [seen, setSeen] = useState(value)
  const [asked, setAsked] = useState(value)

  // A value that we did not ask for came from outside: a cleared filter, or the way back.
  if (value !== seen) {
    setSeen(value)
    if (value !== asked) setText(value)
  }

  useEffect(() => {
    const wanted = text.trim()
    if (wanted === value) return
    const timer = setTimeout(() => {
      setAsked(wanted)
      onSearch(wanted)
    }, typingPauseMs)
    return () => clearTimeout(timer)
  }, [text, value, onSearch])

  return (
    <Field label={label} hideLabel>
      <Input type="search" icon="search" large={large} placeholder={label} maxLength={200} value={text} onChange={e => setText(e.target.value)} autoComplete="off" enterKeyHint="search" />
    </Field>
  )
}

import { useEffect, useState } from 'react'
import { Field, Input } from '@/ui/Field'
import { searchProblem } from './searchLimit'

/** How long a person may pause inside a word before the search begins. */
const typingPauseMs = 300

/** A search that begins by itself when typing pauses. `value` is what is searched for now; it may change from outside. */
export function SearchBox({
  label,
  value,
  onSearch,
  large = false,
}: {
  /** also the placeholder */ label: string
  value: string
  onSearch: (text: string) => void
  large?: boolean
}) {
  const [text, setText] = useState(value)
  const [seen, setSeen] = useState(value)
  const [asked, setAsked] = useState(value)

  // A value that we did not ask for came from outside: a cleared filter, or the way back.
  if (value !== seen) {
    setSeen(value)
    if (value !== asked) {
      setText(value)
      setAsked(value)
    }
  }

  const problem = searchProblem(text)
  useEffect(() => {
    const wanted = text.trim()
    if (wanted === value || problem) return
    const timer = setTimeout(() => {
      setAsked(wanted)
      onSearch(wanted)
    }, typingPauseMs)
    return () => clearTimeout(timer)
  }, [text, value, problem, onSearch])

  return (
    <Field label={label} hideLabel {...(problem && { error: problem })}>
      <Input
        type="search"
        icon="search"
        large={large}
        placeholder={label}
        value={text}
        onChange={e => setText(e.target.value)}
        autoComplete="off"
        enterKeyHint="search"
      />
    </Field>
  )
}

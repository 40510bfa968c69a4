import { entityType } from '@/lib/types'

export type PastedLine = { heard: string; blocked: boolean; meant: string; type: string }

/** What a pasted text says, line by line: the lines that can be written, and the numbers of those that cannot. */
export type Pasted = { lines: PastedLine[]; wrong: number[] }

const arrow = /\s*(?:->|→|=>|\t)\s*/
const typed = /\s*[([](\w+)[)\]]\s*$/

/**
 * Reads lines such as "Cow Newport -> Cal Newport (person)", and words alone, which name nothing. Without a type in brackets
 * the given one is meant. Empty lines and lines that begin with "#" say nothing.
 */
export function readPasted(text: string, type: string): Pasted {
  const out: Pasted = { lines: [], wrong: [] }
  text.split('\n').forEach((raw, i) => {
    const line = raw.trim()
    if (!line || line.startsWith('#')) return
    const [heard = '', ...rest] = line.split(arrow)
    const right = rest.join(' ').trim()
    if (rest.length === 0) {
      if (heard.length <= 200) out.lines.push({ heard, blocked: true, meant: '', type: '' })
      else out.wrong.push(i + 1)
      return
    }
    const said = typed.exec(right)?.[1]
    const to = said === undefined ? type : entityType(said.toLowerCase())
    const meant = right.replace(typed, '').trim()
    if (!heard || !meant || !to || heard.length > 200 || meant.length > 200) out.wrong.push(i + 1)
    else out.lines.push({ heard, blocked: false, meant, type: to })
  })
  return out
}

import type { WorkChunk } from '@/gen/mentionary/v1/work_pb'
import { chunkWords } from '@/modules/stateWords'

/** The parts of a transcript as a grid: how each stands, how often it was tried, and what was found in it. */
export function Chunks({ chunks }: { chunks: readonly WorkChunk[] }) {
  return (
    <ol className="chunk-grid" aria-label="Parts of the transcript">
      {chunks.map(({ index, state, attempts, candidates }) => {
        const tries = attempts > 1 ? `, ${attempts} attempts` : ''
        const text = `Part ${index + 1}: ${chunkWords[state] ?? state}${tries}${state === 'read' ? `, ${candidates} found` : ''}`
        return (
          <li key={index} className={`chunk chunk-${state} figures`} title={text} aria-label={text}>
            <b aria-hidden="true">{index + 1}</b>
            <span aria-hidden="true">{state === 'read' ? candidates : attempts > 1 ? `×${attempts}` : ''}</span>
          </li>
        )
      })}
    </ol>
  )
}

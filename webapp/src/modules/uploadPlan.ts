import { isAudio, refusal, uploadRefusal, wrongKind } from './uploads'

/** A file with its place in the chosen folder ("" for a file chosen by itself). */
export type ChosenFile = { file: File; folder: string }

/** One transcript, or audio, to send, with the yt-dlp description that belongs to it. */
export type PlannedUpload = { file: File; info?: File; /** why it cannot be sent */ problem?: string }

type UploadPlan = { uploads: PlannedUpload[]; /** sentences about files that are left out */ notes: string[] }

/** Most uploads that one job takes. */
export const uploadsPerJob = 1000

const infoName = /\.info\.json$/i
const kinds = ['vtt', 'srt', 'json3', 'json', 'txt']

const stemOf = (name: string) => name.replace(/\.[^.]+$/, '')

// "Title [id].en-orig.vtt" belongs to "Title [id].info.json": what stands between is the language.
function belongs(name: string, base: string): boolean {
  const stem = stemOf(name)
  return (
    stem === base || (stem.startsWith(`${base}.`) && /^[a-z]{2,3}(-[a-z0-9]+)*$/i.test(stem.slice(base.length + 1)))
  )
}

// Of several transcripts of one episode the one in the original language is best, then one without a language, then English.
function rank(name: string, base: string): number {
  const stem = stemOf(name)
  const language = stem.slice(base.length + 1).toLowerCase()
  const place = language.endsWith('-orig')
    ? 0
    : language === ''
      ? 1
      : language === 'en'
        ? 2
        : language.startsWith('en')
          ? 3
          : 4
  return place * 10 + kinds.indexOf(name.slice(name.lastIndexOf('.') + 1).toLowerCase())
}

/**
 * Decides what is sent: folders of yt-dlp archives become one upload an episode, with its description beside it. Files of
 * other kinds are a problem when they were chosen by hand, and only counted when they came with a folder. Audio is taken where
 * no transcript of it was chosen, at most so many MiB (`uploadRefusal`).
 */
export function planUploads(chosen: readonly ChosenFile[], audioMiB?: number): UploadPlan {
  const uploads: PlannedUpload[] = []
  const left = new Set(chosen)
  const notes: string[] = []
  const say = (n: number, one: string, many: string) => {
    if (n > 0) notes.push(n === 1 ? `1 ${one}` : `${n.toLocaleString('en-US')} ${many}`)
  }

  let others = 0
  let alone = 0
  const byFolder = new Map<string, ChosenFile[]>()
  for (const c of chosen) {
    const beside = byFolder.get(c.folder)
    if (beside) beside.push(c)
    else byFolder.set(c.folder, [c])
  }
  let spoken = 0
  for (const c of chosen.filter(c => isAudio(c.file.name))) {
    const words = (t: ChosenFile) => !infoName.test(t.file.name) && refusal(t.file) === undefined
    if (!byFolder.get(c.folder)!.some(t => words(t) && belongs(t.file.name, stemOf(c.file.name)))) continue
    left.delete(c)
    spoken++
  }
  for (const info of chosen.filter(c => infoName.test(c.file.name))) {
    left.delete(info)
    const base = info.file.name.replace(infoName, '')
    const beside = byFolder
      .get(info.folder)!
      .filter(
        c => left.has(c) && !infoName.test(c.file.name) && refusal(c.file) === undefined && belongs(c.file.name, base),
      )
      .sort((a, b) => rank(a.file.name, base) - rank(b.file.name, base))
    const [best, ...rest] = beside
    if (!best) {
      const sound = [...left].find(
        c => c.folder === info.folder && isAudio(c.file.name) && stemOf(c.file.name) === base,
      )
      if (!sound || uploadRefusal(sound.file, audioMiB)) {
        alone++
        continue
      }
      left.delete(sound)
      uploads.push({ file: sound.file, info: info.file })
      continue
    }
    for (const c of beside) left.delete(c)
    others += rest.length
    uploads.push({ file: best.file, info: info.file })
  }

  let strange = 0
  for (const c of left) {
    const problem = uploadRefusal(c.file, audioMiB)
    const unread = problem === wrongKind || (isAudio(c.file.name) && audioMiB === 0)
    if (unread && c.folder !== '') strange++
    else uploads.push({ file: c.file, ...(problem && { problem }) })
  }

  say(
    alone,
    'description without a transcript beside it was left out.',
    'descriptions without a transcript beside them were left out.',
  )
  say(
    others,
    'other transcript of the same episode was left out.',
    'other transcripts of the same episodes were left out.',
  )
  say(
    spoken,
    'file of audio was left out: its transcript is there.',
    'files of audio were left out: their transcripts are there.',
  )
  say(strange, 'file of another kind was left out.', 'files of other kinds were left out.')
  const most = `one job takes at most ${uploadsPerJob.toLocaleString('en-US')}`
  say(Math.max(0, uploads.length - uploadsPerJob), `file was left out: ${most}.`, `files were left out: ${most}.`)
  return { uploads: uploads.slice(0, uploadsPerJob), notes }
}

/** Files of an <input>; with a folder they carry their path. */
export function chosenFrom(files: Iterable<File>): ChosenFile[] {
  return Array.from(files, file => ({ file, folder: file.webkitRelativePath.split('/').slice(0, -1).join('/') }))
}

const mostFiles = 5_000
const deepest = 10

/** Files that were dropped, folders opened: at most 5,000 files, ten folders deep. */
export async function chosenFromDrop(data: DataTransfer): Promise<ChosenFile[]> {
  // The list is emptied when the event is over, so entries are taken before anything is waited for.
  const entries = Array.from(data.items, item => item.webkitGetAsEntry()).filter(entry => entry !== null)
  if (entries.length === 0) return chosenFrom(data.files)
  const found: ChosenFile[] = []
  const walk = async (entry: FileSystemEntry, folder: string, depth: number): Promise<void> => {
    if (found.length >= mostFiles || depth > deepest) return
    if (entry.isFile) {
      const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject))
      found.push({ file, folder })
    } else {
      const reader = (entry as FileSystemDirectoryEntry).createReader()
      const path = folder ? `${folder}/${entry.name}` : entry.name
      // A browser hands out at most 100 entries at a time; an empty answer is the end.
      for (;;) {
        const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
        if (some.length === 0) return
        for (const child of some) await walk(child, path, depth + 1)
      }
    }
  }
  for (const entry of entries) await walk(entry, '', 0)
  return found
}

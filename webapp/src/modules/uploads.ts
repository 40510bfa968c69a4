// Files go to the server's one upload route; what it answers is handed to JobService.

import { unreachable } from '@/lib/failures'

/** Most bytes of one file. */
export const uploadLimit = 16 * 1024 * 1024

/** What the server read in an uploaded file. */
export type Uploaded = {
  uploadId: string
  title: string
  cues: number
  duration: number
  language: string
  /** of audio, which is listened to later: it has no cues yet */ format?: string
}

type UploadDetails = {
  /** the .info.json beside the file, as yt-dlp writes it */ info?: File | undefined
  title?: string | undefined
  channel?: string | undefined
  language?: string | undefined
}

/** An upload that did not work; `message` is a sentence for people. */
export class UploadError extends Error {
  /** of the answer; 0 when there was none */
  readonly status: number
  constructor(message: string, status = 0) {
    super(message)
    this.name = 'UploadError'
    this.status = status
  }
}

/** The kinds of files, as a file input takes them. */
export const transcriptFiles = '.vtt,.srt,.json,.json3,.txt'

/** The kinds of files that are listened to, as a file input takes them. */
export const audioFiles = '.mp3,.m4a,.m4b,.mp4,.m4v,.ogg,.oga,.opus,.wav,.flac,.webm'

/** The same, for a sentence. */
export const audioKinds = 'MP3, M4A, OGG, WAV, FLAC, MP4 or WebM'

/** Whether a file is called like audio or video; the server looks at its content. */
export const isAudio = (name: string): boolean => /\.(mp3|m4[abv]|mp4|og[ga]|opus|wav|flac|webm)$/i.test(name)

/** What is said of a file that is none of these. */
export const wrongKind = 'Mentionary reads VTT, SRT, JSON and TXT files.'

// In the words of the server: TooLarge in internal/source/upload.
const tooLarge = `The file is larger than ${fileSize(uploadLimit)}. Save the transcript as plain text, WebVTT or SRT, or split it.`
const general = 'The upload failed. Please try again.'

const sentences: Record<number, string> = {
  400: 'This file could not be read as a transcript. Please check its content.',
  401: 'You are logged out. Please sign in again.',
  413: tooLarge,
  415: wrongKind,
  429: 'Too many files at once. Please wait a moment and try again.',
}

/** "1.5 GiB", "16 MiB", "1.4 MiB", "20 KiB". */
export function fileSize(bytes: number): string {
  const mebi = bytes / 1024 / 1024
  const gibi = mebi / 1024
  if (gibi >= 1) return `${Number.isInteger(gibi) ? gibi : gibi.toFixed(1)} GiB`
  if (mebi >= 1) return `${mebi >= 10 || Number.isInteger(mebi) ? Math.round(mebi) : mebi.toFixed(1)} MiB`
  return `${Math.max(1, Math.round(bytes / 1024))} KiB`
}

/** Why a file would be refused, said before it is sent; undefined when it may be sent. */
export function refusal(file: File): string | undefined {
  if (!/\.(vtt|srt|json|json3|txt)$/i.test(file.name)) return wrongKind
  if (file.size === 0) return 'This file is empty.'
  return file.size > uploadLimit ? tooLarge : undefined
}

/** `refusal` where audio is taken, too: at most so many MiB, 0 when nothing is listened to, undefined while that is not known. */
export function uploadRefusal(file: File, audioMiB: number | undefined): string | undefined {
  if (!isAudio(file.name)) return refusal(file)
  if (audioMiB === 0) return 'This server cannot listen to audio. Upload a transcript instead.'
  if (file.size === 0) return 'This file is empty.'
  const most = (audioMiB ?? Infinity) * 1024 * 1024
  if (file.size <= most) return undefined
  return `The file is larger than ${fileSize(most)}, the most that is listened to. Save it with a lower quality, or upload a transcript.`
}

/** Why an upload did not work, as a sentence for people. */
export const uploadProblem = (error: unknown): string => (error instanceof Error ? error.message : general)

/** Whether it did not work because the session is over. */
export const isSignedOut = (error: unknown): boolean => error instanceof UploadError && error.status === 401

function failure(status: number, body: string): UploadError {
  try {
    const answer = JSON.parse(body) as { message?: unknown } | null
    if (typeof answer?.message === 'string' && answer.message !== '') return new UploadError(answer.message, status)
  } catch {
    // A proxy may answer with a page of its own; its status still tells enough.
  }
  return new UploadError(sentences[status] ?? general, status)
}

const stopped = () => new UploadError('The upload was stopped.')

function uploaded(body: string): Uploaded | undefined {
  try {
    const { uploadId, title, cues, duration, language, format } = JSON.parse(body) as Partial<Uploaded>
    if (typeof uploadId !== 'string' || uploadId === '') return undefined
    const read = { uploadId, title: title ?? '', cues: cues ?? 0, duration: duration ?? 0, language: language ?? '' }
    return format ? { ...read, format } : read
  } catch {
    return undefined
  }
}

/**
 * Sends one file. `onProgress` hears the share that was sent, 0 to 1. Fails with an UploadError, also when the signal is
 * aborted.
 */
export function uploadFile(
  file: File,
  details: UploadDetails = {},
  { onProgress, signal }: { onProgress?: (share: number) => void; signal?: AbortSignal } = {},
): Promise<Uploaded> {
  const refused = uploadRefusal(file, undefined)
  if (refused) return Promise.reject(new UploadError(refused))
  const form = new FormData()
  for (const name of ['title', 'channel', 'language'] as const)
    if (details[name]?.trim()) form.set(name, details[name].trim())
  if (details.info) form.set('info', details.info, details.info.name)
  form.set('file', file, file.name)

  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest() // fetch cannot tell how much of a body was sent
    const abort = () => request.abort()
    request.open('POST', '/api/uploads')
    request.upload.onprogress = e => {
      if (e.lengthComputable && e.total > 0) onProgress?.(e.loaded / e.total)
    }
    request.onload = () => {
      const answer = request.status >= 200 && request.status < 300 ? uploaded(request.responseText) : undefined
      if (answer) resolve(answer)
      else reject(failure(request.status, request.responseText))
    }
    request.onerror = () => reject(new UploadError(unreachable))
    request.onabort = () => reject(stopped())
    request.onloadend = () => signal?.removeEventListener('abort', abort)
    if (signal?.aborted) {
      reject(stopped())
      return
    }
    signal?.addEventListener('abort', abort)
    request.send(form)
  })
}

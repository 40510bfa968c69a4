let mib: number | undefined

/** How large a file of sound may be, in MiB, as the server has said with the page: 0 or undefined where nobody listens, or while it is not known. */
export const saidAudioMiB = (): number | undefined => mib

/** Notes what the server has said; called before anything is drawn. */
export function sayAudioMiB(text: string | undefined) {
  mib = text ? Number(text) : undefined
}

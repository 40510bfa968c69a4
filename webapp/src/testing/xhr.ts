import { vi } from 'vitest'

/** What a test says the upload route does with one request. */
export type Answered = { status: number; body: unknown } | 'unreachable' | 'never'

/** Puts a stand-in in place of the browser's request; `answer` decides by the form that was sent. The forms are returned. */
export function stubUploads(answer: (form: FormData) => Answered): FormData[] {
  const forms: FormData[] = []
  class Request {
    upload: { onprogress?: (e: object) => void } = {}
    status = 0
    responseText = ''
    onload?: () => void
    onerror?: () => void
    onabort?: () => void
    onloadend?: () => void
    open() {
      /* the address is the same for all */
    }
    setRequestHeader() {
      throw new Error('the browser writes the content type of a form itself')
    }
    abort() {
      this.onabort?.()
      this.onloadend?.()
    }
    send(form: FormData) {
      forms.push(form)
      this.upload.onprogress?.({ lengthComputable: true, loaded: 1, total: 2 })
      const given = answer(form)
      if (given === 'never') return
      queueMicrotask(() => {
        if (given === 'unreachable') this.onerror?.()
        else {
          this.status = given.status
          this.responseText = typeof given.body === 'string' ? given.body : JSON.stringify(given.body)
          this.onload?.()
        }
        this.onloadend?.()
      })
    }
  }
  vi.stubGlobal('XMLHttpRequest', Request)
  return forms
}

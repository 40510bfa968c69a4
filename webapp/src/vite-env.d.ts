/// <reference types="vite/client" />

declare module 'virtual:tokens.css'

interface ImportMetaEnv {
  /** While the build draws pages: the texts that an operator has put in place of ours. */
  readonly COPY: string
}

/// <reference types="vite/client" />

declare module 'virtual:tokens.css'

interface ImportMetaEnv {
  /** '1' puts the page /design into a build; the development server always has it. */
  readonly VITE_DESIGN?: string
}

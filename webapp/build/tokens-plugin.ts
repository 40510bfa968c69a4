import type { Plugin } from 'vite'
import { tokensCss } from '../src/lib/tokens.ts'

/** Serves the one table of colors and fonts as the style sheet `virtual:tokens.css`. */
export function tokens(): Plugin {
  return {
    name: 'tokens',
    resolveId: id => (id === 'virtual:tokens.css' ? '\0tokens.css' : null),
    load: id => (id === '\0tokens.css' ? tokensCss() : null),
  }
}

/** 128 random bits as 32 hex digits; also on pages without https, where crypto.randomUUID does not exist. */
export function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')
}

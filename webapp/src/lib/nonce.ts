/** The nonce of this page's content policy, for libraries that write their own style elements. */
export const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''

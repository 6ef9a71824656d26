/**
 * This page's nonce for `<style>` elements. Pass it to anything that writes one (CodeMirror:
 * `EditorView.cspNonce.of(nonce ?? "")`).
 */
export const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;

/** This page's nonce for `<style>` elements; give it to whatever writes one (CodeMirror: `EditorView.cspNonce.of(nonce ?? "")`). */
export const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;

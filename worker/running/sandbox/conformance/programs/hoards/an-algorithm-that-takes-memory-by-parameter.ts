export default () =>
  crypto.subtle.importKey("raw-secret" as "raw", new Uint8Array(8), "Argon2id", false, ["deriveBits"]);

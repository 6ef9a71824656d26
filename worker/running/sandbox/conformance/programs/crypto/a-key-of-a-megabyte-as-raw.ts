export default () =>
  crypto.subtle.importKey("raw", new Uint8Array(1e6), { name: "HMAC", hash: "SHA-256" }, true, ["sign"]);

export default () =>
  crypto.subtle.importKey("pkcs8", new Uint8Array(1e6), { name: "RSA-PSS", hash: "SHA-256" }, true, ["sign"]);

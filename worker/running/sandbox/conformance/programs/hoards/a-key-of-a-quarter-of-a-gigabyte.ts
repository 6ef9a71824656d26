export default () => crypto.subtle.generateKey({ name: "HMAC", hash: "SHA-256", length: 2 ** 31 - 8 }, true, ["sign"]);

export default () =>
  crypto.subtle.importKey(
    "jwk",
    { kty: "RSA", e: "AQAB", n: "A".repeat(5e6) },
    { name: "RSA-PSS", hash: "SHA-256" },
    true,
    ["verify"],
  );

export default () =>
  crypto.subtle.generateKey(
    { name: "RSA-PSS", hash: "SHA-256", modulusLength: "16384", publicExponent: new Uint8Array([1, 0, 1]) },
    true,
    ["sign", "verify"],
  );

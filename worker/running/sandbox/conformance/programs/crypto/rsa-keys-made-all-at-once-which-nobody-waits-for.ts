export default async () => {
  for (let n = 0; n < 60; n++)
    crypto.subtle.generateKey(
      { name: "RSA-PSS", hash: "SHA-256", modulusLength: 4096, publicExponent: new Uint8Array([1, 0, 1]) },
      true,
      ["sign", "verify"],
    );
  return "gone";
};

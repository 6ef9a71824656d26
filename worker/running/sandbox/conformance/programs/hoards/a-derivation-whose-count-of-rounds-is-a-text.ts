export default async () => {
  const k = await crypto.subtle.importKey("raw", new Uint8Array(8), "PBKDF2", false, ["deriveBits"]);
  await crypto.subtle.deriveBits(
    { name: "PBKDF2", hash: "SHA-512", salt: new Uint8Array(8), iterations: "2e9" },
    k,
    256,
  );
};

export default async () => {
  const k = await crypto.subtle.importKey("raw", new Uint8Array(8), "PBKDF2", false, ["deriveBits"]);
  for (;;)
    await crypto.subtle.deriveBits(
      { name: "PBKDF2", hash: "SHA-512", salt: new Uint8Array(8), iterations: 1e6 },
      k,
      256,
    );
};

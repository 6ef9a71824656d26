export default async () => {
  const k = await crypto.subtle.importKey("raw", new Uint8Array(8), "HKDF", false, ["deriveBits"]);
  await crypto.subtle.deriveBits(
    { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(8), info: new Uint8Array(1e6) },
    k,
    65280,
  );
};

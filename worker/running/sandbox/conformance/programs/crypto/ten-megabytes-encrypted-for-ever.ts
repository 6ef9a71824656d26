export default async () => {
  const k = (await crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, true, ["encrypt"])) as CryptoKey;
  const d = new Uint8Array(10 * 1048576);
  for (;;) await crypto.subtle.encrypt({ name: "AES-GCM", iv: new Uint8Array(12) }, k, d);
};

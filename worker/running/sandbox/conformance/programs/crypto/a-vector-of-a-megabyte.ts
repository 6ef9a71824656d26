export default async () => {
  const k = (await crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, true, ["encrypt"])) as CryptoKey;
  await crypto.subtle.encrypt({ name: "AES-GCM", iv: new Uint8Array(1e6) }, k, new Uint8Array(1));
};

export default async () => {
  const k = (await crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, true, ["unwrapKey"])) as CryptoKey;
  await crypto.subtle.unwrapKey(
    "raw",
    new Uint8Array(1e6),
    k,
    { name: "AES-GCM", iv: new Uint8Array(12) },
    "AES-GCM",
    true,
    ["encrypt"],
  );
};

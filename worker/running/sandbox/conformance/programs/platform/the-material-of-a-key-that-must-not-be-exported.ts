export default async () => {
  const k = (await crypto.subtle.generateKey({ name: "HMAC", hash: "SHA-256" }, false, ["sign"])) as CryptoKey;
  const refused = await crypto.subtle.exportKey("raw", k).then(
    () => "out",
    (e) => e.name,
  );
  return [refused, JSON.stringify(k), Reflect.ownKeys(k).length, structuredClone(k).extractable];
};

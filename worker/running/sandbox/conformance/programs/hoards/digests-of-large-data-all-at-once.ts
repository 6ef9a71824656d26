export default async () => {
  const d = new Uint8Array(8e6);
  const all = [];
  for (let n = 0; n < 60; n++) all.push(crypto.subtle.digest("SHA-256", d));
  await Promise.all(all);
  return "done";
};

Object.prototype.toJSON = Array.prototype.toJSON = () => "bent";

export default async () => {
  const d = new Uint8Array(await crypto.subtle.digest("SHA-256", new Uint8Array([97, 98, 99])));
  return [...d.slice(0, 4)].map((b) => b.toString(16).padStart(2, "0")).join("");
};

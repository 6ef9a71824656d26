import { createHash, randomBytes } from "node:crypto";

/** A new key: its value, which we show once, and the parts that we store. */
export function newKey(): { value: string; prefix: string; sha256: string } {
  const value = `fer_key_${randomBytes(32).toString("base64url")}`;
  return { value, prefix: value.slice(0, 12), sha256: createHash("sha256").update(value).digest("hex") };
}

import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";

/** Seals texts that clients carry for us. What one worker sealed, every worker of the installation opens. */
export interface Sealer {
  /** Base64url. `bound` is not in it, but opening needs the same. */
  seal: (text: string, bound: string) => string;
  /** The same, but one text always gives the same. So whoever sees two of them knows whether their texts are equal. */
  sealAlike: (text: string, bound: string) => string;
  /** Null if it was not sealed here for the same `bound`, or was changed. */
  open: (sealed: string, bound: string) => string | null;
}

const ivBytes = 12;
const tagBytes = 16;
const algorithm = "aes-256-gcm";

/**
 * A sealer whose keys follow from WORKER_API_TOKEN (HKDF-SHA-256), so that all workers have them and nothing new must be
 * kept or rotated. It seals with the first and opens with all, as the tokens themselves are changed without a break.
 */
export function createSealer(tokens: readonly string[], purpose: string): Sealer {
  const keys = tokens.map((token) => Buffer.from(hkdfSync("sha256", token, "", `ferrule.${purpose}`, 32)));
  const ivKey = Buffer.from(hkdfSync("sha256", tokens[0]!, "", `ferrule.${purpose}.iv`, 32));
  const sealWith = (iv: Buffer, text: string, bound: string): string => {
    const cipher = createCipheriv(algorithm, keys[0]!, iv).setAAD(Buffer.from(bound));
    return Buffer.concat([iv, cipher.update(text), cipher.final(), cipher.getAuthTag()]).toString("base64url");
  };
  return {
    seal: (text, bound) => sealWith(randomBytes(ivBytes), text, bound),
    // Two texts get two IVs, as those of RFC 5297 do: they follow from the whole text by a key of their own.
    sealAlike: (text, bound) => {
      const mac = createHmac("sha256", ivKey)
        .update(JSON.stringify([bound, text]))
        .digest();
      return sealWith(mac.subarray(0, ivBytes), text, bound);
    },
    open(sealed, bound) {
      const bytes = Buffer.from(sealed, "base64url");
      // Node reads other alphabets and paddings too. One sealed text has one form.
      if (bytes.length < ivBytes + tagBytes || bytes.toString("base64url") !== sealed) return null;
      for (const key of keys) {
        try {
          const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes });
          decipher.setAAD(Buffer.from(bound)).setAuthTag(bytes.subarray(-tagBytes));
          return Buffer.concat([decipher.update(bytes.subarray(ivBytes, -tagBytes)), decipher.final()]).toString();
        } catch {
          // Another key, another call, or a changed text.
        }
      }
      return null;
    },
  };
}

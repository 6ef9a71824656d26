import { hash } from "node:crypto";

/** Canonical JSON: object keys sorted by UTF-16 code unit, no blanks, so that equal values have equal text. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item)).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value) ?? "null";
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`).join(",")}}`;
}

export const sha256 = (text: string): string => hash("sha256", text, "hex");

/** The digest by which an artifact is addressed: SHA-256 (hex) of the manifest's canonical JSON. */
export const artifactDigest = (manifest: unknown): string => sha256(canonicalJson(manifest));

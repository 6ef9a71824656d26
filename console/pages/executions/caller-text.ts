import type { ItemOf } from "../../api/use-operation.ts";

type Caller = ItemOf<"listExecutions">["caller"];

const kinds: Record<Caller["kind"], string> = {
  anonymous: "anonymous",
  "api-key": "key",
  jwt: "access token of",
  user: "user",
  cron: "cron",
  webhook: "webhook of",
};

/** The caller in a few words: `key First steps`, `user ada@acme.example`. */
export const callerText = ({ kind, name, id }: Pick<Caller, "kind" | "name" | "id">): string =>
  [kinds[kind], kind === "anonymous" ? null : (name ?? id)].filter(Boolean).join(" ");

/** The filter value that finds the caller's calls: an id, or issuer and subject; null for a caller without either. */
export function callerFilter({ kind, id, issuer, subject }: Omit<Caller, "name">): string | null {
  if (kind === "anonymous") return null;
  return issuer !== undefined && subject !== undefined ? `${issuer} ${subject}` : id;
}

import type { ItemOf } from "../../api/use-operation.ts";

const kinds: Record<ItemOf<"listExecutions">["caller"]["kind"], string> = {
  anonymous: "anonymous",
  "api-key": "key",
  jwt: "JWT",
  user: "user",
  cron: "cron",
  webhook: "webhook of",
};

/** The caller in a few words: `key First steps`, `user ada@acme.example`. */
export const callerText = ({ kind, name, id }: ItemOf<"listExecutions">["caller"]): string =>
  [kinds[kind], kind === "anonymous" ? null : (name ?? id)].filter(Boolean).join(" ");

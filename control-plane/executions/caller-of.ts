import { hash } from "node:crypto";
import type { Caller } from "@ferrule/contract/internal/execution.ts";

type Known = Pick<Caller, "kind" | "id" | "name" | "issuer" | "subject">;
const longest = 200;

const bounded = (text: string | null) => (text === null ? null : text.slice(0, longest));

/** What one caller is counted under: a key's id, or the hash of issuer and subject. Empty: nobody in particular. */
export function callerKeyOf({ kind, id, issuer, subject }: Caller): string {
  if (kind === "anonymous") return "";
  if (issuer !== undefined && subject !== undefined) return hash("sha256", `${issuer}\n${subject}`);
  return id === null ? kind : id.length > 128 ? hash("sha256", id) : id;
}

/** Who that was, without what a token says beyond that. */
export const knownCaller = ({ kind, id, name, issuer, subject }: Caller): Known => ({
  kind,
  id: bounded(id),
  name: bounded(name),
  ...(issuer === undefined ? {} : { issuer: issuer.slice(0, longest) }),
  ...(subject === undefined ? {} : { subject: subject.slice(0, longest) }),
});

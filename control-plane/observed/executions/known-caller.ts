import type { Caller } from "@ferrule/contract/internal/execution.ts";

type Known = Pick<Caller, "kind" | "id" | "name" | "issuer" | "subject">;
const longest = 200;

const bounded = (text: string | null) => (text === null ? null : text.slice(0, longest));

/** The caller as executions store it, without the further claims of a token. */
export const knownCaller = ({ kind, id, name, issuer, subject }: Caller): Known => ({
  kind,
  id: bounded(id),
  name: bounded(name),
  ...(issuer === undefined ? {} : { issuer: issuer.slice(0, longest) }),
  ...(subject === undefined ? {} : { subject: subject.slice(0, longest) }),
});

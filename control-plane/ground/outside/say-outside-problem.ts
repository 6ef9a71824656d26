import { OutsideRefused } from "./ask-outside.ts";
import { chainOf } from "./chain-of.ts";

/** The party whose address we requested, as a person calls it. */
type Who = "provider" | "issuer";

const byCode: Record<string, (who: Who) => string> = {
  ENOTFOUND: () => "The host of the issuer is not known.",
  EAI_AGAIN: () => "The name of the issuer's host could not be looked up.",
  ECONNREFUSED: () => "Nothing answers at the issuer's address.",
  ECONNRESET: (who) => `The ${who} broke the connection.`,
  UND_ERR_SOCKET: (who) => `The ${who} broke the connection.`,
  UND_ERR_ABORTED: (who) => `The proxy does not connect to the ${who}.`,
  UND_ERR_CONNECT_TIMEOUT: (who) => `The ${who} does not answer.`,
  ETIMEDOUT: (who) => `The ${who} does not answer.`,
  ABORT_ERR: (who) => `The ${who} does not answer in time.`,
};

/** One sentence that says why we could not read an address. It repeats nothing that came from there. */
export function sayOutsideProblem(error: unknown, who: Who): string {
  for (const one of chainOf(error)) {
    if (one instanceof OutsideRefused) {
      return one.reason === "private"
        ? `The ${who} is at a private address, or without TLS. Name its host and port in EGRESS_ALLOW_PRIVATE.`
        : `The ${who}'s answer is too large.`;
    }
    const { code } = one;
    if (one.name === "TimeoutError") return byCode["ABORT_ERR"]!(who);
    if (typeof code !== "string") continue;
    if (Object.hasOwn(byCode, code)) return byCode[code]!(who);
    if (/CERT|SSL|TLS|ALTNAME/.test(code)) {
      return `The ${who}'s certificate is not valid for its host, or not trusted here.`;
    }
  }
  return `The request to the ${who} failed. The log says why.`;
}

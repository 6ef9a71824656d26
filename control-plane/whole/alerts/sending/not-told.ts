import { OutsideRefused } from "../../../ground/outside/ask-outside.ts";
import { chainOf } from "../../../ground/outside/chain-of.ts";
import { SealError } from "../../../ground/sealing/seal-error.ts";

/** Thrown when a channel did not take a message. The sentence is for the Project's team, and holds nothing secret. */
export class NotTold extends Error {
  override name = "NotTold";
  /** The status that it answered: `HTTP 404`, `SMTP 550`. */
  readonly answer: string | null;
  /** How long it wants to be left alone, in milliseconds. */
  readonly retryAfterMs: number;

  constructor(sentence: string, answer: string | null = null, retryAfterMs = 0) {
    super(sentence);
    this.answer = answer;
    this.retryAfterMs = retryAfterMs;
  }
}

const sentences: Record<string, string> = {
  ECONNREFUSED: "Nothing listens at its address.",
  ECONNECTION: "The connection to it failed.",
  ENOTFOUND: "Its name is not known.",
  EAI_AGAIN: "Its name could not be looked up.",
  EDNS: "Its name could not be looked up.",
  ECONNRESET: "It closed the connection.",
  UND_ERR_SOCKET: "It closed the connection.",
  UND_ERR_ABORTED: "The proxy does not connect to it.",
  UND_ERR_CONNECT_TIMEOUT: "It did not answer in time.",
  ETIMEDOUT: "It did not answer in time.",
  ABORT_ERR: "It did not answer in time.",
  EAUTH: "It refused the user name and password.",
  ETLS: "TLS with it failed, or it does not offer TLS.",
  EENVELOPE: "It refused the sender or a recipient.",
  EMESSAGE: "It refused the message.",
  EPROTOCOL: "It does not speak SMTP.",
};

/** A failure as an answer and a sentence for the team. It repeats nothing that the channel said. */
export function describeNotTold(error: unknown): Pick<NotTold, "answer" | "retryAfterMs"> & { sentence: string } {
  const said = (sentence: string, answer: string | null = null) => ({ sentence, answer, retryAfterMs: 0 });
  for (const one of chainOf(error)) {
    if (one instanceof NotTold) return { sentence: one.message, answer: one.answer, retryAfterMs: one.retryAfterMs };
    if (one instanceof OutsideRefused)
      return said("Its address is private, or public without TLS. EGRESS_ALLOW_PRIVATE can allow it.");
    if (one instanceof SealError)
      return said("Where it leads cannot be decrypted with the encryption keys of this installation.");
    if (one.name === "TimeoutError") return said(sentences["ABORT_ERR"]!);
    const { code, responseCode } = one;
    const answer = typeof responseCode === "number" ? `SMTP ${responseCode}` : null;
    if (typeof code === "string" && Object.hasOwn(sentences, code)) return said(sentences[code]!, answer);
    if (typeof code === "string" && /CERT|SELF_SIGNED|SSL|TLS/.test(code))
      return said("Its certificate is not valid for its host, or not trusted here.", answer);
  }
  return said("The connection to it failed.");
}

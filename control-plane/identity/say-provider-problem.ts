import { OutsideRefused } from "../outside/ask-outside.ts";
import { chainOf } from "./chain-of.ts";

const byCode: Record<string, string> = {
  ENOTFOUND: "The host of the issuer is not known.",
  EAI_AGAIN: "The name of the issuer's host could not be looked up.",
  ECONNREFUSED: "Nothing answers at the issuer's address.",
  ECONNRESET: "The provider broke the connection.",
  ETIMEDOUT: "The provider does not answer.",
  ABORT_ERR: "The provider does not answer within 10 seconds.",
  OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED:
    "The provider's metadata name another issuer. Enter the issuer exactly as it is there, with or without a slash at its end.",
  OAUTH_RESPONSE_IS_NOT_CONFORM:
    "There is no OpenID Connect metadata at the issuer's address (/.well-known/openid-configuration).",
  OAUTH_RESPONSE_IS_NOT_JSON: "What the issuer's address answers is not OpenID Connect metadata.",
  OAUTH_HTTP_REQUEST_FORBIDDEN: "The provider's metadata name an address without TLS.",
};

/** One sentence on why a provider could not be read. It holds nothing that the provider sent. */
export function sayProviderProblem(error: unknown): string {
  for (const one of chainOf(error)) {
    if (one instanceof OutsideRefused) {
      return one.reason === "private"
        ? "The provider is at a private address, or without TLS. Name its host and port in EGRESS_ALLOW_PRIVATE."
        : "The provider's answer is too large.";
    }
    const code = one["code"];
    if (one.name === "TimeoutError") return byCode["ABORT_ERR"]!;
    if (typeof code !== "string") continue;
    if (Object.hasOwn(byCode, code)) return byCode[code]!;
    if (/CERT|SSL|TLS|ALTNAME/.test(code))
      return "The provider's certificate is not valid for its host, or not trusted here.";
  }
  return "The provider could not be asked. The log says why.";
}

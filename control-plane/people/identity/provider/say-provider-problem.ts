import { chainOf } from "../../../ground/outside/chain-of.ts";
import { sayOutsideProblem } from "../../../ground/outside/say-outside-problem.ts";

const byCode: Record<string, string> = {
  OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED:
    "The provider's metadata name another issuer. Enter the issuer exactly as it is there, with or without a slash at its end.",
  OAUTH_RESPONSE_IS_NOT_CONFORM:
    "There is no OpenID Connect metadata at the issuer's address (/.well-known/openid-configuration).",
  OAUTH_RESPONSE_IS_NOT_JSON: "The issuer's address does not return OpenID Connect metadata.",
  OAUTH_HTTP_REQUEST_FORBIDDEN: "The provider's metadata name an address without TLS.",
};

/** One sentence that says why a provider could not be read. It repeats nothing that the provider sent. */
export function sayProviderProblem(error: unknown): string {
  for (const { code } of chainOf(error)) {
    if (typeof code === "string" && Object.hasOwn(byCode, code)) return byCode[code]!;
  }
  return sayOutsideProblem(error, "provider");
}

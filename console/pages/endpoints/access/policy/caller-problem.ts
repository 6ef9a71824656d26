import { plainProblem } from "@ferrule/contract/json/plain-problem.ts";
import { newAuthPolicy } from "@ferrule/contract/resources/runtime-endpoint.ts";
import type { Policy } from "../policy-sentence.ts";

const names: Record<string, string> = {
  issuer: "The issuer",
  audience: "The audience",
  jwksUrl: "The address of the public keys",
  algorithms: "The list of algorithms",
  clockSkewSeconds: "The clock difference",
  groupsClaim: "The claim with the groups",
  issuers: "The list of identity providers",
  claims: "The list of claims that Functions see",
  secrets: "The list of secrets with the signing key",
  hmac: "The header with the signature",
};

const parts: Record<string, string> = {
  allow: "choose at least one thing that it allows",
  tenant: "name the tenant, or the claim that has it",
  when: "say what the caller must have, or clear it",
};

/** The form field of an issue, and its problem. */
function said(path: readonly PropertyKey[], message: string): string {
  const [, field = "", index, part = ""] = path.map(String);
  const place = Number(index) + 1;
  if (field === "rules" && index !== undefined) return `Rule ${place}: ${parts[part] ?? message}.`;
  if (field === "requiredClaims" && index !== undefined) return `Required claim ${place}: ${part} ${message}.`;
  if (field === "scopes" && index !== undefined) {
    return part === "targets"
      ? `Permission ${place}: choose what it opens.`
      : `Permission ${place}: ${part} ${message}.`;
  }
  return `${names[field] ?? "The choice of callers"} ${message}.`;
}

/** The problem with the way callers are admitted, as a sentence; null when it can be saved. */
export function callerProblem(caller: Policy["caller"]): string | null {
  if (caller.jwt?.issuer === "") return "Enter the issuer of the tokens.";
  if (caller.signature?.secrets.length === 0) return "Add the secret with the signing key.";
  const parsed = newAuthPolicy.shape.caller.safeParse(caller, { error: plainProblem });
  const issue = parsed.error?.issues[0];
  return issue === undefined ? null : said(issue.path, issue.message);
}

import { targetText } from "@ferrule/contract/mcp-bindings/target-of.ts";
import type { CallerRule } from "@ferrule/contract/resources/caller-rules.ts";

const listed = new Intl.ListFormat("en", { type: "conjunction" });
/** A sentence lists at most this many names. */
const mostNamed = 6;

const valueText = (value: unknown): string => (typeof value === "string" ? `“${value}”` : String(value));

/** A required claim, with its value if the rule has one: `hd “acme.example”`. */
export const claimText = ({ name, value }: { name: string; value?: string | number | boolean | undefined }): string =>
  value === undefined ? name : `${name} ${valueText(value)}`;

function whatText(allow: readonly string[]): string {
  if (allow.includes("*")) return "everything";
  if (allow.length === 0) return "nothing yet";
  const more = allow.length - mostNamed;
  const names = allow.slice(0, mostNamed).map(targetText);
  return listed.format(more > 0 ? [...names, `${more} more`] : names);
}

/** A rule as a sentence: its condition, what it allows, and the tenant of the call. */
export function ruleSentence({ when: { group, scope, claim }, allow, tenant }: CallerRule): string {
  const conditions = [
    ...(group === undefined ? [] : [`are in the group ${group || "…"}`]),
    ...(scope === undefined ? [] : [`have the permission ${scope || "…"}`]),
    ...(claim === undefined ? [] : [`have the claim ${claimText({ ...claim, name: claim.name || "…" })}`]),
  ];
  const who = conditions.length === 0 ? "Everyone with a token" : `Callers who ${listed.format(conditions)}`;
  const whose =
    tenant === undefined
      ? ""
      : typeof tenant === "string"
        ? `, as the tenant ${tenant || "…"}`
        : `, as the tenant that their claim ${tenant.claim || "…"} names`;
  return `${who} may call ${whatText(allow)}${whose}.`;
}

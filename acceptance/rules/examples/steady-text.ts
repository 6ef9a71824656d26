import { hash } from "node:crypto";
import { hostname } from "node:os";
import { derivedIdentifier } from "@ferrule/kit/identifier.ts";

/** What a person would write where the recipes count: `function-17` becomes the first of its kind. */
const told: Record<string, string> = {
  admin: "grace",
  agent: "release-agent",
  "another value that must stay sealed": "the new value",
  caller: "crm",
  case: "an invoice without lines",
  cached: "rates",
  client: "Desktop assistant",
  "client-secret": "the-secret-that-your-provider-shows",
  "client-secret-that-must-stay-sealed": "the-secret-that-your-provider-shows",
  connection: "shop",
  cron: "nightly-totals",
  developer: "linus",
  deployment: "Round the totals.",
  endpoint: "assistant",
  function: "invoice-total",
  key: "crm",
  library: "money",
  login: "login",
  operator: "margaret",
  owner: "ada",
  "password-that-must-stay-sealed": "its-password",
  preview: "rounding",
  project: "billing",
  provider: "Acme",
  reason: "The totals were wrong.",
  release: "Rounded totals",
  route: "invoices",
  rule: "main-branch",
  SECRET: "INVOICE_API_KEY",
  somebody: "barbara",
  token: "Nightly export",
  tool: "invoice-total",
  "value that must stay sealed": "the secret's value",
};

/** When everything of an example happens. */
const day = Date.parse("2026-03-02T09:00:00.000Z");
const hour = 3_600_000;

/** As many characters as `text`, always the same ones, after its first `kept`. */
function filled(text: string, kept: number): string {
  const start = text.slice(0, kept);
  const rest = hash("sha256", start, "hex").repeat(Math.ceil(text.length / 64));
  return start + rest.slice(0, text.length - kept);
}

/** A signed token, with `{"alg":"ES256"}` and an issuer in it. */
const signed = "eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJodHRwczovL2ZvcmdlLmV4YW1wbGUifQ.c2lnbmF0dXJl";

/** Random characters: long, with digits and letters of both cases. */
const isRandom = (text: string): boolean => /\d/.test(text) && /[a-z]/.test(text) && /[A-Z]/.test(text);

/**
 * Replaces what differs from run to run: identifiers, names with a number, times, digests, tokens and origins. It gives
 * each distinct one the same replacement in one example, and the first of a kind the same in all of them.
 * @param begun when the run began, in epoch milliseconds: times keep their distance from it, to the hour
 * @param prefixes the names that `fresh` has numbered
 */
export function steadyText(begun: number, prefixes: readonly string[]): (text: string) => string {
  const seen = new Map<string, Map<string, number>>();
  const nth = (kind: string, text: string): number => {
    const kinds = seen.get(kind) ?? new Map<string, number>();
    seen.set(kind, kinds);
    const number = kinds.get(text) ?? kinds.size + 1;
    kinds.set(text, number);
    return number;
  };
  const numbered = new RegExp(
    String.raw`(?<![A-Za-z])(${prefixes
      .map((prefix) => RegExp.escape(prefix))
      .toSorted((a, b) => b.length - a.length)
      .join("|")})([-_])(\d+)\b`,
    "g",
  );
  const name = (_: string, prefix: string, joint: string, number: string): string => {
    const own = told[prefix] ?? prefix;
    const count = nth(`name ${prefix}`, number);
    const first = joint === "_" ? own.replaceAll("-", "_") : own;
    return count === 1 ? first : `${first}${joint}${count}`;
  };
  const time = (text: string): string => {
    const hours = Math.round((Date.parse(text) - begun) / hour);
    return new Date(day + hours * hour).toISOString();
  };
  const project = (_: string, uuid: string) => name("", "project", "-", uuid);
  const id = (text: string, kind: string) => derivedIdentifier(kind, String(nth(kind, text)));
  return (text) =>
    text
      .replaceAll(/https?:\/\/(?:127\.0\.0\.1|localhost)(?::\d+)?/g, "https://ferrule.acme.dev")
      .replaceAll(/https?%3A%2F%2F(?:127\.0\.0\.1|localhost)(?:%3A\d+)?/g, "https%3A%2F%2Fferrule.acme.dev")
      .replaceAll(/\bproject-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\b/g, project)
      .replaceAll(new RegExp(String.raw`\b${RegExp.escape(hostname())}-\d+-[0-9a-z]{8}\b`, "g"), "control-plane-1")
      .replaceAll(/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, signed)
      .replaceAll(/\b(fer_[a-z]+_)[\w-]{4,}/g, (token, kind: string) => filled(token, kind.length))
      // The end of a signed link of an approval, in seconds to the base 36 between the id and the signature.
      .replaceAll(/\b(apr_[0-9a-z]{24})\.[0-9a-z]+\./g, "$1.mx000000.")
      .replaceAll(/\b([a-z]{2,5})_[0-9a-hjkmnp-tv-z]{24}\b/g, id)
      .replaceAll(/\b[0-9a-f]{64}\b/g, (digest) => hash("sha256", `digest ${nth("digest", digest)}`, "hex"))
      .replaceAll(/(?<![\w-])[\w-]{32,}(?![\w-])/g, (word) => (isRandom(word) ? filled(word, 0) : word))
      .replaceAll(/\b[B-DF-HJ-NP-TV-Z]{4}(-?)[B-DF-HJ-NP-TV-Z]{4}\b/g, "WDJB$1MJHT")
      .replaceAll(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, time)
      .replaceAll(/\b20\d\d-\d\d-\d\d\b(?!T)/g, (date) => time(`${date}T12:00:00.000Z`).slice(0, 10))
      .replaceAll(/\b(?:kept-[A-Za-z]+|rules-\d+)\b/g, (request) => id(request, "req"))
      .replaceAll(numbered, name);
}

import { compareSchemas } from "./compare-schemas.ts";
import { functionBreaks, runBreaks } from "./function-breaks.ts";
import type { Offer } from "./offers.ts";
import { pairs, type ArtifactChange, type Side } from "./pairs.ts";

const isEnabled = (offer: Offer | undefined): offer is Offer => offer?.binding.enabled === true;
const nameOf = ({ shown }: Offer) => shown.slice(shown.indexOf(" ") + 1);

/** What a caller loses when a binding switches from one Function to another. */
function switchBreaks(was: Offer, is: Offer, unknown: ReadonlySet<string>): string[] {
  // If the Function stays the same, its own entry already reports changes of its schemas, and whether it is durable.
  if (!was.held || !is.held || was.held.id === is.held.id) return [];
  const isKnown = !unknown.has(is.held.id);
  // Callers of a resource or a prompt do not see the output of its Function.
  if (is.uri !== undefined || is.needed !== undefined)
    return isKnown ? compareSchemas("input", was.held.inputSchema, is.held.inputSchema) : [];
  return isKnown ? functionBreaks(was.held, is.held) : runBreaks(was.held, is.held);
}

/** What a caller loses of a resource that has another URI, or of a prompt that needs more. */
function ownBreaks(was: Offer, is: Offer): string[] {
  const moved = was.uri === is.uri ? [] : [`${is.shown} has another URI: ${was.uri} is now ${is.uri}.`];
  const added = (is.needed ?? []).filter((name) => was.needed?.includes(name) !== true);
  return [...moved, ...added.map((name) => `${is.shown} needs the argument ${name}, which it did not need before.`)];
}

function offerBreaks(
  { offered, unknown }: { offered: ReadonlySet<string>; unknown: ReadonlySet<string> },
  was: Offer | undefined,
  is: Offer | undefined,
): string[] {
  if (!isEnabled(was)) return [];
  const isStill = offered.has(`${was.endpointId} ${was.called}`);
  if (!isEnabled(is)) return isStill ? [] : [`${was.shown} is ${is ? "disabled" : "removed"}.`];
  if (is.called !== was.called && !isStill) return [`${was.shown} is renamed to ${nameOf(is)}.`];
  return [...ownBreaks(was, is), ...switchBreaks(was, is, unknown)];
}

/** A binding's fields as a change names them. What tells one content from another stands for it. */
function fieldsOf({ binding }: Offer): Record<string, unknown> {
  const {
    contentDigest: content,
    contentSize: _,
    ...fields
  } = { contentDigest: undefined, contentSize: undefined, ...binding };
  return { ...fields, content };
}

const named = (offers: ReadonlyMap<string, Offer>) =>
  new Map(
    [...offers].map(([id, value]): [string, Side<Offer>] => [
      id,
      { name: `${value.endpointSlug}: ${value.target}`, value },
    ]),
  );

/**
 * The changes of bindings, and what callers lose by each.
 * @param unknown the ids of Functions whose schemas are unknown
 */
export function compareOffers(
  kind: "mcp-binding" | "http-binding",
  before: ReadonlyMap<string, Offer>,
  after: ReadonlyMap<string, Offer>,
  unknown: ReadonlySet<string>,
): ArtifactChange[] {
  const offered = new Set([...after.values()].filter(isEnabled).map((one) => `${one.endpointId} ${one.called}`));
  return pairs(kind, named(before), named(after), fieldsOf, (was, is) => offerBreaks({ offered, unknown }, was, is));
}

import { hash } from "node:crypto";
import type { ServedEndpoint } from "../../../deployed/endpoints/served/served-endpoint.ts";
import { mayCallAll } from "../../tokens/refused-target.ts";
import type { Feature, ListKind, View } from "../transport/method.ts";

/** A digest of each list, as one caller sees it. */
export type Seen = Readonly<Partial<Record<ListKind, string>>>;

/** See `versionOf` of a feature. */
export type VersionOf = (view: View, uri: string) => string | null;

/** Names what a caller may see of an endpoint: callers with the same name see the same. */
function rightsOf({ caller }: View): string {
  if (mayCallAll(caller)) return "*";
  const { key, token } = caller;
  const targets = token === null ? key?.scopes : token.access.targets;
  return targets == null || targets === "*" ? "*" : JSON.stringify([...targets].sort());
}

/** Makes digests of what callers see. Callers with the same rights share one calculation. */
export function seenBy(features: readonly Feature[]): (view: View) => Seen {
  const known = new WeakMap<ServedEndpoint, Map<string, Seen>>();
  const look = (view: View): Seen =>
    Object.fromEntries(
      features.flatMap(({ list }) =>
        list === undefined ? [] : [[list.kind, hash("sha256", JSON.stringify(list.entries(view)), "base64url")]],
      ),
    );
  return (view) => {
    const ofEndpoint = known.get(view.endpoint) ?? new Map<string, Seen>();
    known.set(view.endpoint, ofEndpoint);
    const rights = rightsOf(view);
    const seen = ofEndpoint.get(rights) ?? look(view);
    ofEndpoint.set(rights, seen);
    return seen;
  };
}

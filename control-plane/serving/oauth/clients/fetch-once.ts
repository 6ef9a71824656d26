import type { App } from "../../../ground/app.ts";
import { sourceKey } from "../../../people/passwords/source-key.ts";
import type { FetchedDocument } from "../queries/client-documents.ts";
import { fetchClientDocument } from "./fetch-client-document.ts";
import { OauthError } from "../protocol/oauth-error.ts";

/** The most fetches at once, because programs that send sign-ins here can make us ask slow servers. */
const mostFetches = 64;

interface Fetch {
  source: string;
  running: Promise<FetchedDocument>;
  controller: AbortController;
}

/** Fetches under way by the address of the document, oldest first. */
const underWay = new WeakMap<App, Map<string, Fetch>>();

/**
 * The oldest fetch of the network that has made us fetch most. When there is no room, it gives way, so slow documents
 * first cost the network that caused them.
 */
function oldestOfMost(fetches: ReadonlyMap<string, Fetch>): [string, Fetch] | undefined {
  const counts = new Map<string, number>();
  for (const { source } of fetches.values()) counts.set(source, (counts.get(source) ?? 0) + 1);
  const most = Math.max(...counts.values());
  return [...fetches].find(([, { source }]) => counts.get(source) === most);
}

function begin(app: App, clientId: string, source: string, fetches: Map<string, Fetch>): Fetch {
  const displaced = fetches.size < mostFetches ? undefined : oldestOfMost(fetches);
  if (displaced !== undefined) {
    fetches.delete(displaced[0]);
    displaced[1].controller.abort();
  }
  const controller = new AbortController();
  const running = fetchClientDocument(clientId, app.settings, controller.signal).finally(() => {
    if (fetches.get(clientId)?.controller === controller) fetches.delete(clientId);
  });
  const begun = { source, running, controller };
  fetches.set(clientId, begun);
  return begun;
}

/**
 * Fetches a client's document. Several requests for the same one share a fetch. `ip` is the address of the request's
 * sender.
 * @throws OauthError temporarily_unavailable when the fetch has to give way to others
 */
export async function fetchOnce(app: App, clientId: string, ip: string | null): Promise<FetchedDocument> {
  const fetches = underWay.get(app) ?? new Map<string, Fetch>();
  underWay.set(app, fetches);
  const { running, controller } = fetches.get(clientId) ?? begin(app, clientId, sourceKey(app.settings, ip), fetches);
  const fetched = await running;
  if (!controller.signal.aborted) return fetched;
  throw new OauthError("temporarily_unavailable", "Too many clients are looked up just now. Try again shortly.", 503);
}

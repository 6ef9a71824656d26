import type { IdText } from "../transport/json-rpc.ts";
import type { ListKind } from "../transport/method.ts";
import type { WishedChanges } from "./wished-changes.ts";

/** Each message names its subscription by the id of its request (MCP 2026-07-28, Subscriptions, "Receiving Notifications"). */
const tag = (id: IdText) => `"_meta":{"io.modelcontextprotocol/subscriptionId":${id}}`;
const event = (json: string) => `event: message\ndata: ${json}\n\n`;
const notification = (id: IdText, method: string, fields = "") =>
  event(`{"jsonrpc":"2.0","method":"notifications/${method}","params":{${tag(id)}${fields}}}`);

/** The first message: the part of the wishes that the server honours. */
export function acknowledged(id: IdText, { lists, uris }: WishedChanges): string {
  const filter = {
    ...Object.fromEntries(lists.map((kind) => [`${kind}ListChanged`, true])),
    ...(uris.length === 0 ? {} : { resourceSubscriptions: uris }),
  };
  return notification(id, "subscriptions/acknowledged", `,"notifications":${JSON.stringify(filter)}`);
}

export const listChanged = (id: IdText, kind: ListKind): string => notification(id, `${kind}/list_changed`);

export const resourceUpdated = (id: IdText, uri: string): string =>
  notification(id, "resources/updated", `,"uri":${JSON.stringify(uri)}`);

/** The result of the request, which says that the server has ended the stream on purpose ("Graceful Closure"). */
export const ended = (id: IdText): string =>
  event(`{"jsonrpc":"2.0","id":${id},"result":{"resultType":"complete",${tag(id)}}}`);

/** Shows proxies that the stream lives, and us whether its client does. */
export const keepAlive = ":\n\n";

import assert from "node:assert/strict";
import { modern, type RpcBody } from "./rpc.ts";
import { until, type TestWorker } from "./test-worker.ts";

export const subscriptionId = "io.modelcontextprotocol/subscriptionId";

/** A message of a stream: a notification, or the result at its end. */
export type Heard = Partial<RpcBody> & {
  method?: string;
  params?: { _meta: Record<string, unknown>; notifications?: object; uri?: string };
};

export interface ListeningClient {
  response: Response;
  /** Everything so far. */
  heard: Heard[];
  /** The methods of the notifications after the acknowledgment, and `end` for the result. */
  told: () => string[];
  isClosed: () => boolean;
  /** The raw text so far, with its comments. */
  text: () => string;
  leave: () => void;
}

const nameOf = ({ method, result, params }: Heard) =>
  result !== undefined ? "end" : `${method ?? ""}${params?.uri === undefined ? "" : ` ${params.uri}`}`;

/** Reads the events of an open stream. */
export function follow(response: Response, leave: () => void): ListeningClient {
  const heard: Heard[] = [];
  let text = "";
  let closed = false;
  const read = async () => {
    let rest = "";
    for await (const piece of (response.body ?? assert.fail("no stream")).pipeThrough(new TextDecoderStream())) {
      text += piece;
      rest += piece;
      const events = rest.split("\n\n");
      rest = events.pop() ?? "";
      for (const event of events) {
        const data = /^data: (.*)$/m.exec(event)?.[1];
        if (data !== undefined) heard.push(JSON.parse(data) as Heard);
      }
    }
  };
  read()
    .catch(() => undefined)
    .finally(() => (closed = true));
  return {
    response,
    heard,
    told: () => heard.slice(1).map((one) => nameOf(one).replace("notifications/", "")),
    isClosed: () => closed,
    text: () => text,
    leave,
  };
}

/** Opens `subscriptions/listen` with this filter, and waits for its acknowledgment. */
export async function listen(
  worker: Pick<TestWorker, "post">,
  notifications: object,
  { id = 1, headers = {} }: { id?: unknown; headers?: Record<string, string | undefined> } = {},
): Promise<ListeningClient> {
  const [message, mirrored] = modern("subscriptions/listen", { notifications });
  const leaving = new AbortController();
  const response = await worker.post(
    { ...(message as object), id },
    { ...mirrored, ...headers },
    { signal: leaving.signal },
  );
  assert.equal(response.status, 200, response.ok ? "" : await response.clone().text());
  const client = follow(response, () => leaving.abort());
  await until("it is acknowledged", () => client.heard.length > 0);
  return client;
}

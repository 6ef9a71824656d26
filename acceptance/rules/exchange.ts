import { Agent, request, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";

const agent = new Agent({ keepAlive: true });

/** The request, except its address. */
export interface Sent {
  method: string;
  headers: Record<string, string>;
  body?: string | Buffer | undefined;
}

/** The response. */
export interface Received {
  status: number;
  headers: Headers;
  text: string;
}

/** The response's body; for a stream of events, which need not end, its beginning. */
async function textOf(response: IncomingMessage): Promise<string> {
  if (response.headers["content-type"]?.startsWith("text/event-stream") !== true) return text(response);
  for await (const chunk of response.setEncoding("utf8")) return String(chunk);
  return "";
}

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let at = 0; at < rawHeaders.length; at += 2) headers.append(rawHeaders[at] ?? "", rawHeaders[at + 1] ?? "");
  return headers;
}

/** Sends one request with a third of the CPU time of `fetch`. */
export async function exchange(url: string, { method, headers, body }: Sent): Promise<Received> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  // Node would send a DELETE's body without its length.
  const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
  const asked = request(url, { method, agent, headers: { ...length, ...headers } }, resolve);
  asked.on("error", reject);
  asked.end(body);
  const response = await promise;
  return { status: response.statusCode ?? 0, headers: headersOf(response), text: await textOf(response) };
}

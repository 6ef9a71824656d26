import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { serveHere } from "@ferrule/kit/testing/serve-here.ts";

/** A span in OTLP's JSON form. */
interface SentSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: { key: string; value: Record<string, unknown> }[];
  links?: { traceId: string; spanId: string }[];
  status?: { code?: number };
}

export interface ReceivedSpan extends Omit<SentSpan, "attributes"> {
  /** `ferrule-gateway` and so on. */
  service: string;
  attributes: Record<string, unknown>;
}

interface Sent {
  resourceSpans: { resource: Pick<SentSpan, "attributes">; scopeSpans: { spans: SentSpan[] }[] }[];
}

const plain = (attributes: SentSpan["attributes"]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

/** A receiver of traces by OTLP over HTTP with JSON. `mode` sets its behaviour. */
export async function startOtlpReceiver() {
  const spans: ReceivedSpan[] = [];
  const headers: (string | undefined)[] = [];
  const state = { mode: "takes" as "takes" | "silent" | "refuses", requests: 0 };
  const server = createServer((request, response) => {
    state.requests += 1;
    const take = async () => {
      const { resourceSpans } = (await json(request)) as Sent;
      headers.push(request.headers["x-receiver-key"] as string | undefined);
      for (const { resource, scopeSpans } of resourceSpans) {
        const service = String(plain(resource.attributes)["service.name"]);
        for (const span of scopeSpans.flatMap((scope) => scope.spans))
          spans.push({ ...span, service, attributes: plain(span.attributes) });
      }
      response.writeHead(state.mode === "refuses" ? 400 : 200, { "content-type": "application/json" }).end("{}");
    };
    if (state.mode === "silent") request.resume();
    else take().catch(() => response.destroy());
  });
  const { url, [Symbol.asyncDispose]: close } = await serveHere(server);
  return {
    spans,
    headers,
    state,
    url,
    close,
  };
}
export type OtlpReceiver = Awaited<ReturnType<typeof startOtlpReceiver>>;

import { EventSourceParserStream } from "eventsource-parser/stream";
import { toApiError } from "@ferrule/contract/call-operation.ts";

/** One server-sent event (WHATWG HTML, section 9.2) whose data is JSON. */
export interface ServerEvent {
  event: string;
  id: string | undefined;
  data: unknown;
}

/** The largest event is a run's answer of at most 6 MiB. */
const longestEvent = 32 * 1_024 * 1_024;

/**
 * Reads the events of a response. It calls `heard` for every chunk, even those that only keep the connection alive.
 * @throws ApiError for an error response
 */
export async function* serverEvents(
  response: Response,
  heard: () => void = () => undefined,
): AsyncGenerator<ServerEvent> {
  if (!response.ok) throw await toApiError(response);
  if (response.body === null) return;
  const listening = new TransformStream<string, string>({
    transform: (chunk, controller) => {
      heard();
      controller.enqueue(chunk);
    },
  });
  const events = response.body
    .pipeThrough(new TextDecoderStream() as unknown as TransformStream<Uint8Array, string>)
    .pipeThrough(listening)
    .pipeThrough(new EventSourceParserStream({ onError: "terminate", maxBufferSize: longestEvent }));
  for await (const { event, id, data } of events) yield { event: event ?? "message", id, data: JSON.parse(data) };
}

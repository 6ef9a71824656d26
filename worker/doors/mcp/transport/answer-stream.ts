import { QuietEvents } from "../../http-api/quiet-events.ts";
import type { Exchange } from "../../serving/exchange.ts";
import { SentNumber } from "@ferrule/contract/json/parse-exact-json.ts";
import { idText, type RpcAnswer } from "./json-rpc.ts";

type ProgressToken = string | number | SentNumber;

/**
 * Whether the client reads event streams. A bare wildcard does not count, because clients that cannot read them send it
 * too.
 */
export const acceptsEvents = (accept: string | undefined): boolean =>
  accept !== undefined && /text\/(?:event-stream|\*)/i.test(accept);

export const isProgressToken = (token: unknown): token is ProgressToken =>
  typeof token === "string" || (typeof token === "number" && Number.isInteger(token)) || token instanceof SentNumber;

/**
 * The event stream that a call's response becomes with its first progress notification (docs/mcp.md, Progress). Until
 * then nothing is sent, and the response may still be plain JSON with its own status. While it is quiet, comments keep
 * it alive.
 */
export class AnswerStream {
  #quiet: QuietEvents | undefined;
  #last = Number.NEGATIVE_INFINITY;
  readonly #exchange: Exchange;
  readonly #token: ProgressToken | null;

  /** Without a token, it sends no progress. */
  constructor(exchange: Exchange, token: ProgressToken | null) {
    this.#exchange = exchange;
    this.#token = token;
  }

  get opened(): boolean {
    return this.#quiet !== undefined;
  }

  /** Sends progress. It skips a value that does not increase (MCP, Progress: it MUST). */
  progress(done: number, total: number | null, message: string | null): void {
    const { response } = this.#exchange;
    if (
      this.#token === null ||
      !Number.isFinite(done) ||
      done <= this.#last ||
      response.destroyed ||
      response.writableEnded
    )
      return;
    this.#last = done;
    this.#open();
    const params = {
      progress: done,
      ...(total === null ? {} : { total }),
      ...(message === null ? {} : { message }),
    };
    const token = `"progressToken":${idText(this.#token)}`;
    const method = `"jsonrpc":"2.0","method":"notifications/progress"`;
    this.#send(`{${method},"params":{${token},${JSON.stringify(params).slice(1)}}`);
  }

  /** Sends a notification. */
  notify(method: string, params: object): void {
    const { response } = this.#exchange;
    if (response.destroyed || response.writableEnded) return;
    this.#open();
    this.#send(JSON.stringify({ jsonrpc: "2.0", method, params }));
  }

  /** Sends a request of ours to the client. `id` is a text. */
  ask(id: string, method: string, params: object): void {
    const { response } = this.#exchange;
    if (response.destroyed || response.writableEnded) return;
    this.#open();
    this.#send(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
  }

  /** Sends the response as the last event. */
  end({ body }: RpcAnswer): void {
    const { response, metrics, prefix, began } = this.#exchange;
    this.#quiet?.stop();
    if (response.destroyed) return;
    if (body !== null) this.#send(body);
    response.end();
    metrics.answered(prefix, 200, performance.now() - began);
  }

  /** Begins the stream before there is anything to say, so that no proxy takes a long wait for a dead connection. */
  begin(): void {
    const { response } = this.#exchange;
    if (!response.destroyed && !response.writableEnded) this.#open();
  }

  #open(): void {
    if (this.#quiet !== undefined) return;
    const { response, requestId, headers } = this.#exchange;
    response.writeHead(200, [
      "x-request-id",
      requestId,
      "content-type",
      "text/event-stream",
      "cache-control",
      "no-cache, no-transform",
      "x-accel-buffering",
      "no",
      "x-content-type-options",
      "nosniff",
      ...headers,
    ]);
    this.#quiet = new QuietEvents(response, () => response.destroyed);
  }

  #send(json: string): void {
    const event = Buffer.from(`event: message\ndata: ${json}\n\n`);
    this.#quiet?.wrote(event);
    this.#exchange.response.write(event);
  }
}

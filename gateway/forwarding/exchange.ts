import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { errors, type Dispatcher } from "undici";
import { answerHeaders } from "../answers/answer-headers.ts";
import { BodyTooLargeError, boundedBody } from "./bounded-body.ts";
import { farewellHeader } from "@ferrule/contract/internal/farewell.ts";
import { discardRest } from "@ferrule/kit/http/discard-rest.ts";
import type { ServedSite } from "../answers/apps-host.ts";
import { endpointOf } from "../balance/room.ts";
import type { ErrorAnswer } from "../answers/error-answer.ts";
import { NotStartedError } from "../frames/not-started-error.ts";
import { FramedCall } from "../frames/framed-call.ts";
import type { GatewayContext } from "./gateway-context.ts";
import { hasBody, isTakenBack, streamOf } from "../http2/stream-of.ts";
import { Listening } from "./listening.ts";
import type { Prefix } from "../answers/prefix-of.ts";
import { readBody } from "./read-body.ts";
import { asksForReference } from "../pages/reference-page.ts";
import { sendError } from "../answers/send-error.ts";
import type { Upstream } from "../upstreams/upstream.ts";
import type { Upstreams } from "../upstreams/upstreams.ts";

/**
 * We write an answer up to this size that arrives in one piece as a latin1 string. Node joins it to the header, so
 * there is one `write` instead of a `writev` of buffers.
 */
const oneWriteBytes = 16 * 1024;
const notStarted = "x-ferrule-not-started";
/** Sent when the call failed because of the worker itself, and not because of the Function. */
const workerFailed = "x-ferrule-worker-failed";
/** Tells a worker that another one gets the call if it does not start it. Then that one records the execution. */
const offeredOn = ["x-ferrule-offered-on", "1"];
const overloaded: ErrorAnswer = { code: "OVERLOADED", headers: ["retry-after", "1"] };
/** How long the call has been here, in milliseconds. We send a duration, because the machines' clocks may differ. */
const held = "x-ferrule-held-ms";

/**
 * One call: reads or streams its body, chooses an upstream, streams the answer back. It is retried on another upstream
 * only while nothing has started: before its first byte was written, or when a worker answers 503 with
 * `x-ferrule-not-started`. It lives from the request's header to the response's `close`.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly #gateway: GatewayContext;
  readonly #prefix: Prefix;
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #requestId: string;
  readonly #served: ServedSite | null;
  readonly #upstreams: Upstreams;
  readonly #options: Dispatcher.DispatchOptions;
  /** The endpoint whose share the call takes. */
  readonly #endpoint: string;
  readonly #began = performance.now();
  #upstream: Upstream | undefined;
  #controller: Dispatcher.DispatchController | undefined;
  /** Whether a byte of the current attempt was written. */
  #written = false;
  /** The current answer is discarded; once it has ended, another upstream is tried. */
  #discarding = false;
  #gone = false;
  #attempts = 0;
  #heldBytes = 0;
  #hasPlace = false;
  /** The answer's declared length; -1 when it declares none. */
  #expectedBytes = -1;
  #waitUntil = 0;
  #tried: Upstream[] = [];
  /** Set once the answer is a stream that does not count as a call. */
  #listening: Listening | undefined;
  /** The time until the head of such a stream; undefined for calls. */
  listenedAfterMs: number | undefined;

  /**
   * `headers` are the upstream request's, as a flat list; `served`: the site of HTTP APIs that the request named, if it
   * is one.
   */
  constructor(
    gateway: GatewayContext,
    prefix: Prefix,
    request: IncomingMessage,
    response: ServerResponse,
    requestId: string,
    headers: string[],
    served: ServedSite | null,
  ) {
    this.#gateway = gateway;
    this.#prefix = prefix;
    this.#request = request;
    this.#response = response;
    this.#requestId = requestId;
    this.#served = served;
    this.#upstreams = prefix === "api" ? gateway.controlPlane : gateway.workers;
    this.#endpoint = prefix === "api" ? "" : endpointOf(request.url ?? "/");
    if (prefix !== "api") headers.push(held, "0");
    this.#options = { path: request.url ?? "/", method: request.method ?? "GET", headers, body: null };
  }

  /** Reads the body if it must be buffered, and dispatches the call. */
  begin(): void {
    const { bounds } = this.#gateway;
    const request = this.#request;
    const length = request.headers["content-length"];
    const maxBytes = this.#prefix === "api" ? bounds.streamedBodyBytes : bounds.bufferedBodyBytes;
    if (length !== undefined && Number(length) > maxBytes) return this.#fail({ code: "PAYLOAD_TOO_LARGE" });
    if (!hasBody(request)) return this.#attempt();
    if (request.headers.expect?.toLowerCase() === "100-continue") this.#response.writeContinue();
    if (this.#prefix === "api") {
      this.#options.body = boundedBody(request, maxBytes) as unknown as Dispatcher.DispatchOptions["body"];
      if (length !== undefined) (this.#options.headers as string[]).push("content-length", length);
      return this.#attempt();
    }
    readBody(
      request,
      maxBytes,
      (bytes) => this.#hold(bytes),
      (outcome) => {
        if ("refused" in outcome) {
          return this.#fail(outcome.refused === "OVERLOADED" ? overloaded : { code: outcome.refused });
        }
        this.#options.body = outcome.body;
        this.#attempt();
      },
    );
  }

  /** Reserves memory for this many more bytes of the body; false when there is no room. */
  #hold(bytes: number): boolean {
    if (!this.#gateway.room.hold(this.#endpoint, this.#heldBytes, bytes)) return false;
    this.#heldBytes += bytes;
    return true;
  }

  /** Whether the call has a place among those under way; it keeps it until its answer has ended. */
  #isPlaced(): boolean {
    if (this.#hasPlace || this.#prefix === "api") return true;
    this.#hasPlace = this.#gateway.room.takePlace(this.#endpoint, this.#upstreams.healthyCount);
    return this.#hasPlace;
  }

  #attempt(): void {
    if (this.#gone) return;
    if (!this.#isPlaced()) return this.#fail(overloaded);
    const upstream = this.#upstreams.choose(this.#tried);
    if (upstream === undefined) return this.#wait();
    if (this.#attempts >= this.#gateway.bounds.attempts) return this.#unavailable();
    this.#upstream = upstream;
    this.#attempts += 1;
    this.#written = false;
    this.#discarding = false;
    upstream.inFlight += 1;
    upstream.dispatch(this.#prefix === "api" ? this.#options : this.#toWorker(), this);
  }

  /** Whether, as far as we know now, there is another worker to try if this one does not start the call. */
  #hasAnother(): boolean {
    const others = this.#upstreams.healthyCount - this.#tried.length - 1;
    return others > 0 && this.#attempts < this.#gateway.bounds.attempts;
  }

  /** The headers for a worker that are specific to this attempt. */
  #toWorker(): Dispatcher.DispatchOptions {
    const headers = this.#options.headers as string[];
    // Changes the last header in place, because undici has already consumed the headers of an earlier attempt.
    headers[headers.length - 1] = String(Math.round((performance.now() - this.#began) * 100) / 100);
    return this.#hasAnother() ? { ...this.#options, headers: [...headers, ...offeredOn] } : this.#options;
  }

  /** Waits for a healthy upstream, at most `healthyWaitMs` for all attempts together. */
  #wait(): void {
    const now = performance.now();
    if (this.#waitUntil === 0) this.#waitUntil = now + this.#gateway.bounds.healthyWaitMs;
    const leftMs = this.#waitUntil - now;
    if (leftMs <= 0 || this.#tried.length > 0 || this.#upstreams.healthyCount > 0) return this.#unavailable();
    this.#upstreams.whenHealthy(leftMs, () => this.#attempt());
  }

  #unavailable(): void {
    this.#fail({ code: "UNAVAILABLE", headers: ["retry-after", "1"] });
  }

  #fail(error: ErrorAnswer): void {
    if (this.#gone || this.#response.headersSent) return;
    discardRest(this.#request, this.#gateway.bounds.discardedBytes);
    if (this.#gateway.draining) this.#response.shouldKeepAlive = false;
    const helpOrigin = this.#served === null ? undefined : this.#gateway.publicOrigin;
    sendError(this.#response, { ...error, helpOrigin }, this.#prefix, this.#requestId);
  }

  /** undici calls this just before it writes. Until then nothing can have started. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#gone) return controller.abort(new errors.RequestAbortedError());
    this.#written = true;
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    if (status < 200 || this.#gone) return;
    if (
      status === 503 &&
      headers[notStarted] !== undefined &&
      this.#askAnother(headers[notStarted] === "unavailable")
    ) {
      this.#discarding = true;
      return;
    }
    if (headers[workerFailed] === undefined) this.#upstream?.conduct.succeeded();
    else this.#upstream?.callFailed();
    const response = this.#response;
    if (response.headersSent) return controller.abort(new errors.RequestAbortedError());
    if (this.#gateway.draining) response.shouldKeepAlive = false;
    if (this.#prefix === "http" && headers[asksForReference] !== undefined) {
      const page = this.#gateway.reference;
      if (page === null) return sendError(response, { code: "NOT_FOUND" }, "http", this.#requestId);
      return page.send(this.#request, response, this.#requestId);
    }
    const farewell = headers[farewellHeader];
    if (this.#prefix === "mcp" && typeof farewell === "string" && !this.#listens(controller, farewell)) return;
    response.writeHead(status, answerHeaders(headers, status, this.#prefix, this.#requestId, this.#served));
    const length = headers["content-length"];
    if (length === undefined) response.flushHeaders();
    else this.#expectedBytes = Number(length);
  }

  /**
   * Takes a stream that stays open out of the count of calls. False: there is no room for it, and the client knows. By
   * HTTP it still counts, because it has a connection to the worker of its own.
   */
  #listens(controller: Dispatcher.DispatchController, farewell: string): boolean {
    if (!(controller instanceof FramedCall)) return true;
    const gateway = this.#gateway;
    const leave = () => {
      this.#gone = true;
      controller.abort(new errors.RequestAbortedError());
    };
    const known = { prefix: this.#prefix, endpoint: this.#endpoint, response: this.#response, farewell, leave };
    this.#listening = gateway.draining ? undefined : Listening.begin(gateway, known);
    if (this.#listening === undefined) {
      if (gateway.draining) this.#unavailable();
      else this.#fail(overloaded);
      leave();
      return false;
    }
    this.listenedAfterMs = performance.now() - this.#began;
    this.#giveBack();
    this.#options.body = null;
    if (this.#upstream !== undefined) this.#upstream.inFlight -= 1;
    return true;
  }

  /**
   * Whether to try another upstream. If there is no other, the answer of a full worker stands; if the worker takes no
   * calls at all, the call waits for another.
   */
  #askAnother(takesNone: boolean): boolean {
    const upstream = this.#upstream;
    if (upstream === undefined || this.#prefix === "api") return false;
    if (takesNone) {
      upstream.takesNone();
    } else {
      upstream.refused();
      this.#tried.push(upstream);
    }
    if (this.#attempts >= this.#gateway.bounds.attempts) return false;
    if (this.#upstreams.choose(this.#tried) !== undefined) return true;
    return takesNone && this.#tried.length === 0 && this.#gateway.bounds.healthyWaitMs > 0;
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#discarding || this.#gone || this.#response.writableEnded) return;
    if (chunk.length === this.#expectedBytes && chunk.length <= oneWriteBytes) {
      this.#response.end(chunk.toString("latin1"), "latin1");
      return;
    }
    const hasRoom = this.#response.write(chunk);
    if (this.#listening !== undefined) {
      const { writableLength } = streamOf(this.#request) ?? this.#response;
      if (writableLength > this.#gateway.bounds.listenerUnsentBytes) this.#listening.drop();
      return;
    }
    if (hasRoom) return;
    controller.pause();
    this.#response.once("drain", () => controller.resume());
  }

  onResponseEnd(): void {
    this.#release();
    if (this.#gone) return;
    if (!this.#discarding) {
      if (!this.#response.writableEnded) this.#response.end();
      return;
    }
    this.#gateway.metrics.retried("not-started");
    this.#attempt();
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    const upstream = this.#release();
    if (this.#gone || this.#request.socket.destroyed) return;
    if (this.#response.headersSent) {
      if (!(error instanceof errors.BodyTimeoutError) && this.#listening === undefined) upstream?.callFailed();
      // The client can learn that the answer is incomplete only from a cut connection.
      this.#log(error, "answer broke off");
      this.#response.destroy();
      return;
    }
    if (error instanceof errors.InvalidArgumentError || error instanceof errors.NotSupportedError) {
      return this.#fail({ code: "VALIDATION_ERROR" });
    }
    if (error instanceof BodyTooLargeError) return this.#fail({ code: "PAYLOAD_TOO_LARGE" });
    const isUnsent = !this.#written || error instanceof NotStartedError;
    if (isUnsent || this.#discarding) {
      if (isUnsent) this.#blame(upstream, error);
      this.#gateway.metrics.retried(this.#discarding ? "not-started" : "unreachable");
      return this.#attempt();
    }
    this.#log(error, "upstream failed");
    upstream?.callFailed();
    upstream?.probe();
    if (error instanceof errors.HeadersTimeoutError) return this.#fail({ code: "TIMEOUT" });
    this.#fail({ code: this.#prefix === "api" ? "UNAVAILABLE" : "WORKER_UNREACHABLE" });
  }

  /** A reset idle connection says little about its upstream; a failed connection attempt says everything. */
  #blame(upstream: Upstream | undefined, error: Error & { code?: string }): void {
    if (error.code === "ECONNRESET" || error.code === "EPIPE" || error.code === "UND_ERR_SOCKET") upstream?.probe();
    else upstream?.connectFailed(error);
  }

  #log(error: Error, message: string): void {
    this.#gateway.log.warn({ requestId: this.#requestId, upstream: this.#upstream?.origin, err: error }, message);
  }

  #release(): Upstream | undefined {
    const upstream = this.#upstream;
    if (upstream !== undefined && this.#listening === undefined) upstream.inFlight -= 1;
    this.#upstream = undefined;
    this.#controller = undefined;
    return upstream;
  }

  /** Gives the place back, and the memory of the body. */
  #giveBack(): void {
    const { room } = this.#gateway;
    if (this.#hasPlace) room.givePlace(this.#endpoint);
    if (this.#heldBytes > 0) room.release(this.#endpoint, this.#heldBytes);
    this.#hasPlace = false;
    this.#heldBytes = 0;
  }

  /** The response has closed: it has ended, or the client left, which also cancels the call upstream. */
  closed(): void {
    this.#giveBack();
    this.#listening?.closed();
    // Node also finishes the HTTP/2 stream of a client that has left.
    const isWhole = this.#response.writableFinished && !isTakenBack(this.#request);
    if (isWhole) return discardRest(this.#request, this.#gateway.bounds.discardedBytes);
    this.#gone = true;
    this.#controller?.abort(new errors.RequestAbortedError());
  }
}

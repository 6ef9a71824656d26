import type { Socket } from "node:net";
import {
  brokenCalls,
  callFrames,
  firstBodyBytes,
  mostCalls,
  mostFrameBytes,
} from "@ferrule/contract/internal/call-frames.ts";
import { FrameWriter } from "@ferrule/kit/frames/frame-writer.ts";
import { readFrames } from "@ferrule/kit/frames/read-frames.ts";
import { readTexts } from "@ferrule/kit/frames/texts.ts";
import { RenewedMap } from "@ferrule/kit/renewed-map.ts";
import type { Log } from "@ferrule/kit/log.ts";
import { unwaited } from "@ferrule/kit/unwaited.ts";
import type { CallRequest, CallResponse } from "../../../ground/call.ts";
import { CallWriter } from "./call-writer.ts";
import { FramedCall } from "./framed-call.ts";

export interface CallTaking {
  /** Serves one call. */
  serve: (request: CallRequest, response: CallResponse) => void;
  /** The response of `/ready`. */
  readiness: () => Promise<object>;
  log: Log;
}

export interface CallConnection {
  /** Asks the gateway to send no more calls, and to close once it has all its responses. */
  leave: () => void;
}

/** A gateway checks our health every second. If one has been silent for this long, it is gone. */
const silentMs = 60_000;
const keepAliveMs = 15_000;

const broken = (what: string) => new RangeError(`A gateway's frame is broken: ${what}.`);

/** The calls of a connection that are under way, the writer of their responses, and how many of them count. */
function openCalls(frames: FrameWriter) {
  const calls = new RenewedMap<number, FramedCall>();
  let aside = 0;
  const writer = new CallWriter(frames, {
    aside: () => (aside += 1),
    over(number) {
      if (calls.get(number)?.isAside === true) aside -= 1;
      calls.delete(number);
    },
  });
  return { calls, writer, counted: () => calls.size - aside };
}

/**
 * Serves the calls that come over the connection of one gateway, until the gateway leaves (`callFrames` in the
 * contract).
 */
export function takeCalls(socket: Socket, { serve, readiness, log }: CallTaking): CallConnection {
  const frames = new FrameWriter(socket);
  const { calls, writer, counted } = openCalls(frames);
  let last = 0;
  let isAsked = false;

  function open(number: number, buffer: Buffer, start: number, end: number): void {
    if (number !== last + 1) throw broken("its number is not the next");
    last = number;
    if (end - start < 4) throw broken("it is too short");
    const bodyBytes = buffer.readUInt32LE(start);
    const { texts, next } = readTexts(buffer, start + 4, end);
    if (texts.length < 2 || texts.length % 2 === 1) throw broken("a header has no value");
    if (end - next !== Math.min(bodyBytes, firstBodyBytes)) throw broken("the body does not begin with it");
    if (counted() >= mostCalls) return writer.broken(number, brokenCalls.notStarted);
    const call = new FramedCall(writer, number, texts, bodyBytes, buffer.subarray(next, end));
    calls.set(number, call);
    try {
      serve(call, call);
    } catch (error) {
      log.error({ err: error }, "a call could not be served");
      call.destroy();
    }
  }

  /** Reports this worker's health. If the gateway asks several times before that, it gets one report. */
  function pong(): void {
    if (isAsked) return;
    isAsked = true;
    const answering = readiness().then((state) => writer.pong(state));
    unwaited(
      answering.finally(() => (isAsked = false)),
      (error) => {
        log.error({ err: error }, "this worker's state could not be sent to a gateway");
        socket.destroy();
      },
    );
  }

  function take(number: number, buffer: Buffer, start: number, end: number): void {
    const kind = start < end ? buffer[start] : undefined;
    if (kind === callFrames.open) return open(number, buffer, start + 1, end);
    if (kind === callFrames.ping && number === 0) return pong();
    if (number === 0 || number > last) throw broken("there is no such call");
    const call = calls.get(number);
    if (kind === callFrames.body) call?.arrived(buffer.subarray(start + 1, end));
    else if (kind === callFrames.cancel) call?.gone();
    else if (kind === callFrames.more && end - start === 5) call?.credit(buffer.readUInt32LE(start + 1));
    else throw broken("its kind is not known");
  }

  socket.setNoDelay(true);
  socket.setKeepAlive(true, keepAliveMs);
  socket.setTimeout(silentMs, () => socket.destroy());
  readFrames(socket, { mostBytes: mostFrameBytes, onFrame: take });
  // Nobody receives responses any more.
  socket.once("end", () => frames.end());
  socket.on("error", (error) => log.warn({ err: error }, "the connection of a gateway broke"));
  socket.once("close", () => {
    for (const call of calls.values()) call.gone();
  });
  return { leave: () => writer.leave() };
}

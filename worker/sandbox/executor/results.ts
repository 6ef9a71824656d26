import { encodeResultHead } from "./binary-heads.ts";
import type { Call, Ended, Guest } from "./call.ts";
import type { createCallMeter } from "./call-meter.ts";
import type { Channel } from "./channel.ts";
import { frameKinds } from "./frames.ts";

const mostKeptMs = 5;

/** A call of which the clock says nothing has had this part of a millisecond, reckoned against one that it does. */
const leastMs = 0.1;

type Meter = ReturnType<typeof createCallMeter>;

/** Sends results of one isolate that leave together. Each gets its share of the CPU time, by the time that it took. */
function sendTogether(channel: Channel, meter: Meter, guest: Guest, leaving: readonly Ended[]): void {
  // What it left running may have brought it down meanwhile.
  const isAlive = guest.disposedAt === undefined && !guest.isolate.isDisposed;
  const totalMs = meter.measure(leaving[0]!.call);
  let weights = 0;
  for (const { tookMs } of leaving) weights += tookMs + leastMs;
  for (const { call, head, text, replyHead, bytes, tookMs } of leaving) {
    head.cpuMs = (totalMs * (tookMs + leastMs)) / weights;
    head.reusable &&= isAlive;
    channel.send(frameKinds.result, call.id, encodeResultHead(head), text, replyHead, bytes);
  }
  if (guest.call !== undefined) meter.begin(guest.call);
  if (guest.ended.length > 0) meter.begin(guest.ended[0]!.call);
}

/**
 * Keeps results until the turns that brought them have ended: only then is it known which promises a call has rejected
 * with nobody to handle it. Those that are ready together leave together, and share what the engine says that their
 * isolate has used of the processors, by the time that each has taken: the engine does not count by calls.
 */
export function createResults(channel: Channel, meter: Meter) {
  const guests = new Set<Guest>();
  let isDue = false;

  function send(guest: Guest, ready: number): void {
    const leaving = guest.ended.splice(0, ready);
    if (guest.ended.length === 0) guests.delete(guest);
    sendTogether(channel, meter, guest, leaving);
  }

  function sendReady(): void {
    if (isDue) sendAll();
    else channel.flush();
  }

  function sendAll(): void {
    isDue = false;
    for (const guest of guests) {
      let ready = 0;
      while (ready < guest.ended.length && guest.ended[ready]!.isOver) ready += 1;
      if (ready > 0) send(guest, ready);
    }
    channel.flush();
  }

  function over(ended: Ended): void {
    ended.isOver = true;
    if (isDue) return;
    isDue = true;
    setImmediate(sendReady);
  }

  return {
    /** Sends what is ready, and whatever else waits to be sent, at once. */
    sendReady,
    add(ended: Ended): void {
      const { call } = ended;
      call.ended = ended;
      call.guest.ended.push(ended);
      guests.add(call.guest);
      if (!call.isHeard) over(ended);
    },
    /** A turn of a call has ended; it may well wait for something outside, and have more. */
    over({ ended }: Call): void {
      if (ended !== undefined) over(ended);
    },
    /**
     * Sends what has been kept for too long: it does not wait for what its Function left running. A turn that only waits
     * for a processor uses none. `usedMs`: CPU milliseconds since this was asked last.
     */
    sendLate(usedMs: number): void {
      for (const guest of guests) {
        let late = 0;
        for (const ended of guest.ended) {
          if (ended.keptMs !== undefined && ended.keptMs + usedMs >= mostKeptMs) late += 1;
          ended.keptMs = (ended.keptMs ?? -usedMs) + usedMs;
        }
        if (late > 0) send(guest, late);
      }
    },
  };
}

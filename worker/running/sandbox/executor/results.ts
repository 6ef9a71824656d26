import { RenewedSet } from "@ferrule/kit/renewed-set.ts";
import { encodeResultHead } from "./protocol/binary-heads.ts";
import type { Call, Ended, Guest } from "./call.ts";
import type { createCallMeter } from "./meters/call-meter.ts";
import type { Channel } from "./protocol/channel.ts";
import { frameKinds } from "./protocol/frames.ts";

const mostKeptMs = 5;

/** The minimum weight of each call in milliseconds, added to its wall time, so that none counts as zero. */
const leastMs = 0.1;

type Meter = ReturnType<typeof createCallMeter>;

/** Sends results of one isolate that leave together. Their CPU time is divided by each call's wall time. */
function sendTogether(channel: Channel, meter: Meter, guest: Guest, leaving: readonly Ended[]): void {
  // Code that the call left running may have brought the isolate down meanwhile.
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
 * Keeps results until their turns have ended, because only then do we know which rejections a call left unhandled.
 * Results that are ready together leave together. They share their isolate's CPU time by wall time, because the engine
 * does not count by calls.
 */
export function createResults(channel: Channel, meter: Meter) {
  const guests = new RenewedSet<Guest>();
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
    /** Sends everything that is ready or otherwise pending, at once. */
    sendReady,
    add(ended: Ended): void {
      const { call } = ended;
      call.ended = ended;
      call.guest.ended.push(ended);
      guests.add(call.guest);
      if (!call.isHeard) over(ended);
    },
    /** Call it when a turn of a call has ended. The call may still wait for something outside and have more turns. */
    over({ ended }: Call): void {
      if (ended !== undefined) over(ended);
    },
    /**
     * Sends results that were kept too long: they do not wait for code that their Function left running. A turn that
     * only waits for a processor uses no CPU time. `usedMs`: CPU milliseconds since the last call of this function.
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

import { decodeCallHead } from "./protocol/binary-heads.ts";
import type { Channel } from "./protocol/channel.ts";
import { createCalls } from "./calls.ts";
import { frameKinds, type OnFrame } from "./protocol/frames.ts";
import type { Guest } from "./call.ts";
import { longTurnMs, type CreateHead, type PongState, type ReplyHead, type SetupHead } from "./protocol/messages.ts";
import { loadPlatform } from "./isolates/platform.ts";
import { createSpareGuest } from "./isolates/spare-guest.ts";
import { runSubtle } from "./subtle/subtle.ts";

/** Sets up the executor from its first frame. Returns the handlers of later frames and of the end of each read. */
export function startExecutor(channel: Channel, setup: Buffer[]): { take: OnFrame; taken: () => void } {
  const platform = loadPlatform(JSON.parse(String(setup[0])) as SetupHead, String(setup[1]), setup[2]!);
  const guests = new Map<number, Guest>();
  const calls = createCalls(channel, guests, platform);
  const spare = createSpareGuest(platform, calls.bridge, calls.isIdle);

  const take: OnFrame = (kind, id, parts) => {
    switch (kind) {
      case frameKinds.create: {
        const head = JSON.parse(String(parts[0])) as CreateHead;
        guests.set(id, spare.take(id, head, String(parts[1])));
        break;
      }
      case frameKinds.call:
        calls.start(id, decodeCallHead(parts[0]!), String(parts[1]), String(parts[2]));
        break;
      case frameKinds.reply: {
        const head = JSON.parse(String(parts[0])) as ReplyHead;
        calls.reply(id, head, String(parts[1]), parts[2]!);
        break;
      }
      case frameKinds.stop:
        calls.stop(id, String(parts[0]), Number(String(parts[1])));
        break;
      case frameKinds.discard: {
        const guest = guests.get(id);
        if (guest !== undefined) calls.discard(guest);
        break;
      }
      case frameKinds.ping: {
        const state: PongState = calls.inspect(performance.now(), longTurnMs, (parts[0]?.length ?? 0) > 0);
        channel.send(frameKinds.pong, id, JSON.stringify(state));
        break;
      }
      case frameKinds.host:
        runSubtle(String(parts[1]), parts[2]!)
          .then((answer) => {
            const { ok, text, result } = answer!;
            channel.send(frameKinds.reply, id, JSON.stringify({ ok }), text, result);
          })
          // The process runs only this operation. The worker tells the caller.
          .catch(() => process.kill(process.pid, "SIGABRT"));
        break;
      default:
        throw new RangeError(`A frame has the unknown kind ${kind}.`);
    }
  };

  const snapshot = platform.snapshotIsNew ? platform.snapshot!.copy() : new ArrayBuffer(0);
  channel.send(frameKinds.ready, 0, new Uint8Array(snapshot));
  return { take, taken: () => calls.taken() };
}

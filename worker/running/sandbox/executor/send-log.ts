import type { Call } from "./call.ts";
import type { Channel } from "./protocol/channel.ts";
import { frameKinds } from "./protocol/frames.ts";
import { most } from "./protocol/guest-bounds.ts";

/** Sends a line of a call's log to the worker, within the call's limits. */
export function sendLog(channel: Channel, call: Call, level: string, message: string, data: string): void {
  if (++call.logs > most.logs || message.length + data.length > most.logChars) return;
  channel.send(frameKinds.log, call.id, JSON.stringify({ at: Date.now(), level }), message, data);
}

import type { Duplex } from "node:stream";
import { createFrameReader, createFrameWriter, type FrameKind, type OnFrame, type Part } from "./frames.ts";

export interface Channel {
  send: (kind: FrameKind, id: number, ...parts: Part[]) => void;
  /** Writes pending frames now instead of at the end of this turn of the event loop. */
  flush: () => void;
}

export interface ChannelEvents {
  /** The most bytes that the peer may leave unread. Beyond that the channel breaks. Default: no limit. */
  mostUnreadBytes?: number;
  onFrame: OnFrame;
  /** All frames of one read are handled. */
  onTaken?: () => void;
  /** The peer is gone or, with a RangeError, violates the protocol or does not read. Called once. */
  onBroken: (reason: unknown) => void;
}

/**
 * Exchanges frames over a stream. Frames from one turn of the event loop leave in one write (3 times the calls per
 * second at 64 in flight).
 */
export function openChannel(stream: Duplex, { onFrame, onTaken, onBroken, mostUnreadBytes }: ChannelEvents): Channel {
  let gathering = false;
  let broken = false;
  const breakOnce = (reason: unknown) => {
    if (broken) return;
    broken = true;
    onBroken(reason);
  };
  const writer = createFrameWriter((block) => {
    if (broken || stream.destroyed) return;
    stream.write(block);
    if (stream.writableLength > (mostUnreadBytes ?? Number.POSITIVE_INFINITY))
      breakOnce(new RangeError("The peer does not read what it is sent."));
  });
  const flush = () => {
    gathering = false;
    if (!broken && !stream.destroyed) writer.flush();
  };
  const read = createFrameReader(onFrame);
  stream.on("data", (chunk: Buffer) => {
    if (broken) return;
    try {
      read(chunk);
      onTaken?.();
    } catch (error) {
      breakOnce(error);
    }
  });
  stream.on("error", breakOnce);
  stream.on("close", () => breakOnce(new Error("The channel was closed.")));
  return {
    flush,
    send: (kind, id, ...parts) => {
      if (broken || stream.destroyed) return;
      if (!gathering) {
        gathering = true;
        setImmediate(flush);
      }
      writer.add(kind, id, parts);
    },
  };
}

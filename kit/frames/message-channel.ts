import type { Socket } from "node:net";
import { FrameWriter } from "./frame-writer.ts";
import { readFrames } from "./read-frames.ts";

export interface MessageChannel {
  /** Messages of one event loop turn go out in one write. A message for a closed channel is dropped. */
  send: (number: number, text: string) => void;
  /** Flushes what has been sent, then signals the end to the other side. */
  end: () => void;
}

export interface MessageChannelOptions {
  /** The longest text. A longer one, or anything that is not a message, ends the channel. */
  mostBytes: number;
  onMessage: (number: number, text: string) => void;
}

/** Exchanges numbered texts over an open connection, each complete and in order. The connection's creator closes it. */
export function openMessageChannel(socket: Socket, { mostBytes, onMessage }: MessageChannelOptions): MessageChannel {
  const writer = new FrameWriter(socket);
  readFrames(socket, {
    mostBytes,
    onFrame: (number, buffer, start, end) => onMessage(number, buffer.toString("utf8", start, end)),
  });
  return {
    send(number, text) {
      if (!socket.writable) return;
      const at = writer.begin(number, Buffer.byteLength(text));
      writer.buffer.write(text, at);
    },
    end: () => writer.end(),
  };
}

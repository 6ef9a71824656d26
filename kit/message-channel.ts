import type { Socket } from "node:net";
import { FrameWriter } from "./frames/frame-writer.ts";
import { readFrames } from "./frames/read-frames.ts";

export interface MessageChannel {
  /** Those of one turn of the event loop leave in one write. One on a channel that has closed goes nowhere. */
  send: (number: number, text: string) => void;
  /** What has been sent still leaves; the other side then hears that no more is to come. */
  end: () => void;
}

export interface MessageChannelOptions {
  /** Of one text. A longer one, or anything that is no message, ends the channel. */
  mostBytes: number;
  onMessage: (number: number, text: string) => void;
}

/** Speaks numbered texts over a connection that is open, each whole and in order. Whoever made the connection ends it. */
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

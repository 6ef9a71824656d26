import type { Socket } from "node:net";

/** What stands before each text: how many bytes it has, and its number; both `u32`, little-endian. */
const headBytes = 8;

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
  let held: Buffer[] = [];
  let heldBytes = 0;
  let wanted = headBytes;
  let gathering = false;

  function read(chunk: Buffer): void {
    held.push(chunk);
    heldBytes += chunk.length;
    if (heldBytes < wanted) return;
    let rest = held.length === 1 ? chunk : Buffer.concat(held, heldBytes);
    wanted = headBytes;
    while (rest.length >= headBytes) {
      const bytes = rest.readUInt32LE(0);
      if (bytes > mostBytes) {
        socket.destroy(new RangeError(`A message of ${bytes} bytes is too long.`));
        return;
      }
      wanted = headBytes + bytes;
      if (rest.length < wanted) break;
      const [number, text] = [rest.readUInt32LE(4), rest.toString("utf8", headBytes, wanted)];
      rest = rest.subarray(wanted);
      wanted = headBytes;
      onMessage(number, text);
    }
    held = rest.length > 0 ? [rest] : [];
    heldBytes = rest.length;
  }

  socket.on("data", read);
  return {
    send(number, text) {
      if (!socket.writable) return;
      if (!gathering) {
        gathering = true;
        socket.cork();
        setImmediate(() => {
          gathering = false;
          socket.uncork();
        });
      }
      const bytes = Buffer.byteLength(text);
      const message = Buffer.allocUnsafe(headBytes + bytes);
      message.writeUInt32LE(bytes, 0);
      message.writeUInt32LE(number, 4);
      message.write(text, headBytes);
      socket.write(message);
    },
    end: () => {
      socket.end();
    },
  };
}

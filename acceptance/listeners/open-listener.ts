import { connect, type Socket } from "node:net";
import { modern } from "@ferrule/worker/testing/rpc.ts";

/** A client that listens, with as little memory as possible. */
export interface RawListener {
  socket: Socket;
  /** How often `list_changed` has come. */
  changes: number;
  /** Whether the result came at the end. */
  hasResult: boolean;
  isClosed: boolean;
}

const [message, mirrored] = modern("subscriptions/listen", { notifications: { toolsListChanged: true } });
const body = JSON.stringify(message);
const headers = Object.entries({ ...mirrored, "content-type": "application/json", "content-length": body.length });
const head = headers.map(([name, value]) => `${name}: ${value}\r\n`).join("");

/** Opens `subscriptions/listen` through a gateway. Resolves when it is acknowledged. */
export function openListener(port: number, key: string): Promise<RawListener> {
  const { promise, resolve, reject } = Promise.withResolvers<RawListener>();
  const socket = connect(port, "127.0.0.1");
  const listener: RawListener = { socket, changes: 0, hasResult: false, isClosed: false };
  let isOpen = false;
  socket.write(`POST /mcp/development/one/tools HTTP/1.1\r\nhost: x\r\nx-api-key: ${key}\r\n${head}\r\n${body}`);
  socket.on("data", (piece) => {
    const text = piece.toString("latin1");
    if (!isOpen && text.includes("subscriptions/acknowledged")) {
      isOpen = true;
      resolve(listener);
    } else if (!isOpen && !text.startsWith("HTTP/1.1 200")) reject(new Error(text));
    listener.changes += text.split("tools/list_changed").length - 1;
    if (text.includes(`"resultType":"complete"`)) listener.hasResult = true;
    // The end of a response whose length is not declared (RFC 9112, section 7.1).
    if (text.endsWith("0\r\n\r\n")) listener.isClosed = true;
  });
  socket.on("error", reject);
  socket.on("close", () => (listener.isClosed = true));
  return promise;
}

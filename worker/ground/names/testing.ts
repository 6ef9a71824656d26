import { createSocket } from "node:dgram";
import { once } from "node:events";

export interface NameServer {
  /** `address:port`. */
  server: string;
  /** Each received question, as `name type`. */
  asked: string[];
  [Symbol.asyncDispose]: () => Promise<void>;
}

const types: Record<number, string> = { 1: "A", 28: "AAAA" };

/** A name server on loopback. `answer` returns a name's addresses, or `silent`. Without any, the name is unknown. */
export async function startNameServer(
  answer: (name: string, type: string) => Buffer[] | "silent",
): Promise<NameServer> {
  const socket = createSocket("udp4");
  const asked: string[] = [];
  socket.on("message", (query, from) => {
    const labels: string[] = [];
    let at = 12;
    for (; query[at] !== 0; at += query[at]! + 1) labels.push(query.toString("latin1", at + 1, at + 1 + query[at]!));
    const name = labels.join(".").toLowerCase();
    const type = types[query.readUInt16BE(at + 1)] ?? "other";
    asked.push(`${name} ${type}`);
    const found = answer(name, type);
    if (found === "silent") return;
    const head = Buffer.from(query.subarray(0, 12));
    head.writeUInt16BE(found.length > 0 ? 0x81_80 : 0x81_83, 2);
    head.writeUInt16BE(found.length, 6);
    head.writeUInt32BE(0, 8);
    const records = found.map((address) => {
      // The question's name, type and class, a TTL of one minute, and the length of the address.
      const record = Buffer.from([0xc0, 12, ...query.subarray(at + 1, at + 5), 0, 0, 0, 60, 0, address.length]);
      return Buffer.concat([record, address]);
    });
    socket.send(Buffer.concat([head, query.subarray(12, at + 5), ...records]), from.port, from.address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  return {
    server: `127.0.0.1:${socket.address().port}`,
    asked,
    [Symbol.asyncDispose]: async () => {
      socket.close();
      await once(socket, "close");
    },
  };
}

import type { Connection } from "mysql2";
import { ByteMeter } from "../byte-meter.ts";

/** A connection whose bytes are counted before they reach the parser, with TLS too. */
export interface Metered {
  connection: Connection;
  meter: ByteMeter;
  /** Called when the server has sent more than it may. After that, nobody reads from it. */
  exceeded: () => void;
}

/**
 * Counts everything that a server sends before it reaches the parser, which buffers packets of any size. Until a
 * statement begins, a server may send 256 KiB. @param connection a new one, from which nothing was read yet
 */
export function meterOf(connection: Connection): Metered {
  const inside = connection as unknown as { packetParser: { execute: (chunk: Buffer) => void } };
  const { packetParser } = inside;
  const metered: Metered = { connection, meter: new ByteMeter(), exceeded: () => connection.destroy() };
  let isOver = false;
  // The parser replaces its own `execute` with each state.
  inside.packetParser = {
    execute(chunk) {
      if (isOver) return;
      if (metered.meter.take(chunk.length)) return packetParser.execute(chunk);
      isOver = true;
      metered.exceeded();
    },
  };
  return metered;
}

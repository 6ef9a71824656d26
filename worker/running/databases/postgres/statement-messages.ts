import type { ServerStatement } from "../session.ts";

type Value = ServerStatement["values"][number];
const noName = Buffer.from([0]);

/** A message: its kind, its length, its content (PostgreSQL documentation, Message Formats). */
function message(kind: string, ...content: Buffer[]): Buffer {
  const bytes = content.reduce((sum, part) => sum + part.length, 4);
  const head = Buffer.allocUnsafe(5);
  head.write(kind, 0, "latin1");
  head.writeUInt32BE(bytes, 1);
  return content.length === 0 ? head : Buffer.concat([head, ...content], bytes + 1);
}

/** A length and the bytes; NULL has the length -1. */
function lengthAndBytes(value: Value): Buffer {
  const bytes = value === null ? undefined : Buffer.isBuffer(value) ? value : Buffer.from(String(value));
  const length = Buffer.allocUnsafe(4);
  length.writeInt32BE(bytes?.length ?? -1);
  return bytes === undefined ? length : Buffer.concat([length, bytes]);
}

/** Values for the unnamed statement: bytes in the binary format, everything else as text. The results come as text. */
function bind(values: readonly Value[]): Buffer {
  const formats = Buffer.alloc(2 + 2 * values.length);
  formats.writeUInt16BE(values.length);
  for (const [at, value] of values.entries()) if (Buffer.isBuffer(value)) formats[3 + 2 * at] = 1;
  return message("B", noName, noName, formats, formats.subarray(0, 2), ...values.map(lengthAndBytes), Buffer.alloc(2));
}

const parse = (text: string): Buffer => message("P", noName, Buffer.from(text), noName, Buffer.alloc(2));
const describe = message("D", Buffer.from("P\0"));
const execute = message("E", noName, Buffer.alloc(4));
const sync = message("S");
const bindNothing = bind([]);

const known = new Map<string, Buffer>();

/** One of the platform's own statements, without values. There are few of these. */
function ownStatement(text: string): Buffer {
  let messages = known.get(text);
  if (messages === undefined) known.set(text, (messages = Buffer.concat([parse(text), bindNothing, execute])));
  return messages;
}

/**
 * The messages of the extended protocol for a statement with others ahead of it. Each text may hold one statement.
 * There is no Sync between them, so after an error the server skips the rest (PostgreSQL documentation, Message Flow,
 * Extended Query): the statement runs only if all those ahead have succeeded.
 */
export function statementMessages(ahead: readonly string[], { text, values }: ServerStatement): Buffer {
  return Buffer.concat([...ahead.map(ownStatement), parse(text), bind(values), describe, execute, sync]);
}

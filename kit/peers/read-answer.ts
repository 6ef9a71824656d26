import type { Socket } from "node:net";

export interface PeerAnswer {
  status: number;
  /** Names in lower case. */
  headers: Map<string, string>;
  body: string;
}

const mostBytes = 16_384;
const broken = () => new Error("The peer's answer to the challenge is not valid.");

/**
 * The decoded text of a chunked body (RFC 9112, section 7.1); null while it is incomplete. @throws Error when it is
 * malformed
 */
function unchunk(text: string): string | null {
  let body = "";
  for (let at = 0; ;) {
    const end = text.indexOf("\r\n", at);
    if (end === -1) return null;
    const size = text.slice(at, end);
    if (!/^[0-9a-f]{1,4}$/i.test(size)) throw broken();
    const [from, to] = [end + 2, end + 2 + Number.parseInt(size, 16)];
    if (text.length < to + 2) return null;
    if (text.slice(to, to + 2) !== "\r\n") throw broken();
    body += text.slice(from, to);
    at = to + 2;
    if (from !== to) continue;
    if (at < text.length) throw broken();
    return body;
  }
}

/** The text of a body with a length; null while it is incomplete. @throws Error when it is malformed */
function whole(text: string, length: string | undefined): string | null {
  if (!/^\d{1,5}$/.test(length ?? "") || text.length > Number(length)) throw broken();
  return text.length < Number(length) ? null : text;
}

/**
 * The answer; null while it is incomplete. It reads the body as bytes, which is enough for ASCII. @throws Error when it
 * is malformed
 */
function parse(text: string): PeerAnswer | null {
  if (text.length > mostBytes || !"HTTP/1.1 ".startsWith(text.slice(0, 9))) throw broken();
  const end = text.indexOf("\r\n\r\n");
  if (end === -1) return null;
  const [line = "", ...lines] = text.slice(0, end).split("\r\n");
  const [, status] = /^HTTP\/1\.1 ([2-5]\d\d)(?: |$)/.exec(line) ?? [];
  if (status === undefined) throw broken();
  const headers = new Map(
    lines.map((each): [string, string] => {
      const colon = each.indexOf(":");
      return [each.slice(0, colon).toLowerCase(), each.slice(colon + 1).trim()];
    }),
  );
  const rest = text.slice(end + 4);
  const isChunked = headers.get("transfer-encoding")?.toLowerCase() === "chunked";
  const body = isChunked ? unchunk(rest) : whole(rest, headers.get("content-length"));
  return body === null ? null : { status: Number(status), headers, body };
}

/**
 * Reads one small answer from a connection, and leaves the connection as it was. @throws Error when it is malformed, or
 * the connection ends
 */
export function readAnswer(socket: Socket): Promise<PeerAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<PeerAnswer>();
  let text = "";
  function read(): void {
    try {
      for (let piece = socket.read() as Buffer | null; piece !== null; piece = socket.read() as Buffer | null) {
        text += piece.toString("latin1");
        const answer = parse(text);
        if (answer !== null) return resolve(answer);
      }
    } catch (error) {
      reject(error);
    }
  }
  const ended = () => reject(new Error("The peer closed the connection instead of answering a challenge."));
  socket.on("readable", read).once("end", ended).once("close", ended).once("error", reject);
  return promise.finally(() => {
    socket.off("readable", read).off("end", ended).off("close", ended).off("error", reject);
  });
}

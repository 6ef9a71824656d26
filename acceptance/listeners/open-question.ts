import { connect, type Socket } from "node:net";

/** A call that has asked, as its client holds it. */
export interface RawQuestion {
  socket: Socket;
  /** The JSON-RPC id of the question. */
  id: string;
  text: string;
}

interface Asking {
  port: number;
  headers: Readonly<Record<string, string>>;
}

const path = "/mcp/development/one/tools";

/** Calls the tool `asks` on a stream of its own. Resolves when its question has come. */
export function openQuestion({ port, headers }: Asking): Promise<RawQuestion> {
  const { promise, resolve, reject } = Promise.withResolvers<RawQuestion>();
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "asks", arguments: {} } });
  const lines = Object.entries({ ...headers, "content-length": body.length }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  const socket = connect(port, "127.0.0.1");
  const question: RawQuestion = { socket, id: "", text: "" };
  socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\n${lines.join("")}\r\n${body}`);
  socket.on("data", (piece) => {
    question.text += piece.toString("latin1");
    if (question.id !== "") return;
    question.id = /"id":"([^"]+)","method":"elicitation\/create"/.exec(question.text)?.[1] ?? "";
    if (question.id !== "") resolve(question);
    else if (!question.text.startsWith("HTTP/1.1 200")) reject(new Error(question.text));
  });
  socket.on("error", reject);
  return promise;
}

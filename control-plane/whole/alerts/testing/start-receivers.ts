import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { createServer as createTcpServer } from "node:net";
import { text } from "node:stream/consumers";
import { serveHere } from "@ferrule/kit/testing/serve-here.ts";

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A receiver of chats, PagerDuty and webhooks. `behave` answers each request; by default with 200. */
export async function startChatReceiver() {
  const received: Received[] = [];
  const state = { behave: (response: ServerResponse, _path: string): void => void response.end("ok") };
  const server = createServer((request, response) => {
    const take = async () => {
      const path = request.url ?? "";
      received.push({ path, headers: request.headers, body: await text(request) });
      state.behave(response, path);
    };
    take().catch(() => response.destroy());
  });
  return { ...(await serveHere(server)), received, state };
}

/** A mail server without TLS. It takes every message, or with `greeting` says something else in the beginning. */
export async function startMailServer(greeting = "220 mail.example ESMTP\r\n") {
  const mails: string[] = [];
  const answers: Record<string, string> = {
    EHLO: "250 mail.example",
    MAIL: "250 OK",
    RCPT: "250 OK",
    DATA: "354 Go on",
    QUIT: "221 Bye",
  };
  const server = createTcpServer((socket) => {
    let mail: string | null = null;
    let rest = "";
    socket.on("error", () => undefined);
    socket.write(greeting);
    socket.on("data", (bytes) => {
      rest += bytes.toString();
      for (let end = rest.indexOf("\r\n"); end !== -1; end = rest.indexOf("\r\n")) {
        const line = rest.slice(0, end);
        rest = rest.slice(end + 2);
        if (mail !== null && line !== ".") mail += `${line}\n`;
        else if (mail !== null) {
          mails.push(mail);
          mail = null;
          socket.write("250 Taken\r\n");
        } else {
          if (line === "DATA") mail = "";
          socket.write(`${answers[line.slice(0, 4).toUpperCase()] ?? "502 What?"}\r\n`);
        }
      }
    });
  });
  return { ...(await serveHere(server)), mails };
}

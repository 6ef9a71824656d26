import { json } from "node:stream/consumers";
import type { TestContext } from "node:test";
import { standIn } from "./stand-in.ts";

interface Asked {
  /** Method, path and query. */
  line: string;
  authorization: string | undefined;
  /** null without a body. */
  body: unknown;
}

/** Plays an installation: it responds to each `METHOD /path` with its status and JSON. Every other request gets 404. */
export async function standInInstallation(
  t: Pick<TestContext, "after">,
  answers: Record<string, readonly [status: number, body: unknown]>,
) {
  const asked: Asked[] = [];
  const { address } = await standIn(t, (request, response) => {
    const line = `${request.method} ${request.url}`;
    const respond = (body: unknown) => {
      asked.push({ line, authorization: request.headers.authorization, body });
      const [status, answer] = answers[line.split("?")[0]!] ?? [404, { error: { code: "NOT_FOUND", message: "No." } }];
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(answer));
    };
    if (request.method === "GET") respond(null);
    else json(request).then(respond, (error: Error) => response.destroy(error));
  });
  return { address, asked };
}

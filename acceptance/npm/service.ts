import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { serveHere } from "@ferrule/kit/testing/serve-here.ts";

type Answer = { status?: number; headers?: Record<string, string>; body: unknown };

const message = { role: "assistant", content: "Hello" };
/** The responses to the tested clients, by the first part of the path. */
const answers: Record<string, (method: string, body: unknown) => Answer> = {
  s3: (method) => (method === "PUT" ? { headers: { etag: '"etag"' }, body: "" } : { body: "stored" }),
  dynamodb: () => ({ body: { Item: { id: { S: "1" } } } }),
  twilio: () => ({ status: 201, body: { sid: "SM1" } }),
  slack: () => ({ body: { ok: true, ts: "1.0" } }),
  v1: () => ({ body: { id: "cus_1", object: "customer" } }),
  resend: () => ({ body: { id: "mail_1" } }),
  openai: () => ({ body: { id: "1", choices: [{ index: 0, message, finish_reason: "stop" }] } }),
  anthropic: () => ({ body: { id: "1", type: "message", content: [{ type: "text", text: "Hello" }] } }),
  graphql: () => ({ body: { data: { hello: "world" } } }),
  github: () => ({ body: { full_name: "acme/shop" } }),
  notion: () => ({ body: { object: "user", id: "user_1" } }),
  token: () => ({ body: { access_token: "ya29.token", expires_in: 3599, token_type: "Bearer" } }),
  drive: () => ({ body: { files: [{ name: "Plan" }] } }),
  echo: (_, body) => ({ body: { echo: body } }),
};

export interface Service extends AsyncDisposable {
  url: string;
}

/** A server on loopback that plays the services of the tested clients; `port` 0: a free one. */
export async function startService(port: number): Promise<Service> {
  const server = createServer((request, response) => {
    const answer = async () => {
      const isJson = request.headers["content-type"]?.includes("json") === true;
      const body = isJson ? await json(request).catch(() => null) : request.resume() && null;
      const part = new URL(request.url ?? "/", "http://a.example").pathname.split("/")[1] ?? "";
      const found = answers[part]?.(request.method ?? "GET", body) ?? { status: 404, body: { error: "not found" } };
      const text = typeof found.body === "string" ? found.body : JSON.stringify(found.body);
      const type = typeof found.body === "string" ? "text/plain" : "application/json";
      response.writeHead(found.status ?? 200, { "content-type": type, ...found.headers }).end(text);
    };
    answer().catch((error: unknown) => response.destroy(error as Error));
  });
  return serveHere(server, port);
}

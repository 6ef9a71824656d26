import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import type { TestContext } from "node:test";
import type { ServedPreview } from "@ferrule/contract/resources/preview.ts";
import type { ProjectSource } from "@ferrule/contract/resources/project-source.ts";
import { me, standIn } from "./stand-in.ts";

type Answer = Partial<ServedPreview>;

interface Asked {
  line: string;
  headers: IncomingMessage["headers"];
  body: string;
}

/** A preview's answers in place of an installation, and what it was asked. */
export class StandInPreviews {
  address = "";
  readonly asked: Asked[] = [];
  /** The sources that were sent, the newest last. */
  readonly sources: ProjectSource[] = [];
  /** Who made the preview of each name. */
  readonly makers = new Map<string, string>();
  /** What is served, or an error response: by the number of the request, from 0. */
  serve: (at: number) => Answer | { status: number; error: object } | "break" = () => ({});
  /** What each other path returns. */
  readonly answers = new Map<string, readonly [status: number, body: unknown]>();
  readonly #streams = new Set<ServerResponse>();

  /** How often the preview was sent. */
  get sent(): number {
    return this.sources.length;
  }

  addresses(name: string): ServedPreview["addresses"] {
    return (["mcp", "http"] as const).map((kind) => {
      const path = `/${kind}/preview-${name}/shop/${kind === "mcp" ? "support" : "api"}`;
      const callerMode = kind === "mcp" ? ("api-key" as const) : ("none" as const);
      return { endpoint: kind === "mcp" ? "support" : "api", kind, path, url: `${this.address}${path}`, callerMode };
    });
  }

  /** Sends an execution to whoever follows. */
  record(execution: object, detail: object): void {
    const { id } = execution as { id: string };
    this.answers.set(`GET /api/executions/${id}`, [200, { ...execution, ...detail }]);
    for (const stream of this.#streams)
      stream.write(`event: execution\nid: ${id}\ndata: ${JSON.stringify(execution)}\n\n`);
  }

  get followers(): number {
    return this.#streams.size;
  }

  #put(name: string, body: string): readonly [number, unknown] | "break" {
    const at = this.sent;
    this.sources.push((JSON.parse(body) as { source: ProjectSource }).source);
    const given = this.serve(at);
    if (given === "break") return given;
    if ("status" in given && typeof given.status === "number")
      return [given.status, { error: (given as { error: object }).error }];
    const isNew = !this.makers.has(name);
    if (isNew) this.makers.set(name, "ann@acme.example");
    const key = isNew ? { key: "fer_key_of-the-preview" } : {};
    const usual = { id: "pvw_1", name, status: "serving", buildId: "dep_1", changed: 1, diagnostics: [], error: null };
    const ends = { problems: [], endsAt: "2026-01-02T00:00:00.000Z" };
    return [200, { ...usual, ...ends, addresses: this.addresses(name), ...key, ...given }];
  }

  #answer(line: string, body: string): readonly [number, unknown] | "break" {
    const [, method = "", name = "", more = ""] = /^(\S+) \/api\/previews\/([^/?]+)(.*)$/.exec(line) ?? [];
    const missing = [404, { error: { code: "NOT_FOUND", message: "No.", requestId: "req_1" } }] as const;
    if (method === "PUT") return this.#put(name, body);
    if (method === "GET" && this.makers.has(name))
      return [200, { name, createdBy: { id: "usr_1", email: this.makers.get(name) } }];
    if (method === "DELETE" && this.makers.delete(name)) return [204, null];
    if (method === "POST" && more === "/key") return [200, { key: "fer_key_that-is-new" }];
    return this.answers.get(line.split("?")[0]!) ?? missing;
  }

  handle = (request: IncomingMessage, response: ServerResponse): void => {
    const line = `${request.method} ${request.url}`;
    if (line.startsWith("GET /api/executions/stream")) {
      this.asked.push({ line, headers: request.headers, body: "" });
      response.writeHead(200, { "content-type": "text/event-stream" }).write(": begun\n\n");
      this.#streams.add(response);
      response.on("close", () => this.#streams.delete(response));
      return;
    }
    text(request).then(
      (body) => {
        this.asked.push({ line, headers: request.headers, body });
        const answer = this.#answer(line, body);
        if (answer === "break") return response.destroy();
        const [status, said] = answer;
        response.writeHead(status, { "content-type": "application/json", "x-request-id": "req_1" });
        return response.end(status === 204 ? undefined : JSON.stringify(said));
      },
      () => response.destroy(),
    );
  };
}

/** Listens in place of an installation that serves previews, until the test ends. */
export async function standInPreviews(t: Pick<TestContext, "after">): Promise<StandInPreviews> {
  const previews = new StandInPreviews();
  previews.address = (await standIn(t, previews.handle)).address;
  previews.answers.set("GET /api/executions", [200, { items: [], nextCursor: null }]);
  const signedIn = me();
  previews.answers.set("GET /api/auth/me", [200, { ...signedIn, user: { ...signedIn.user, id: "usr_00001" } }]);
  return previews;
}

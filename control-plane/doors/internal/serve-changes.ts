import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { App } from "../../ground/app.ts";
import { readChanges } from "../../ground/changes/queries.ts";
import { sendHeld } from "./held-answer.ts";
import { hold } from "./hold.ts";
import { parse } from "./parse.ts";

const query = z.strictObject({
  since: z.coerce.number().int().min(0).default(0),
  epoch: z.string().max(100).optional(),
  reading: z.literal("1").optional(),
  /** `0`: answer at once, even when there is nothing new. */
  held: z.literal("0").optional(),
});

/** `GET /internal/changes`: see `changesPage` in the contract. */
export function serveChanges(routes: FastifyInstance, app: App, holdMs: number): void {
  routes.get("/internal/changes", async (request, reply) => {
    const { since, epoch, reading, held } = parse(query, request.query, "query");
    const read = () =>
      app.store.inInstallation((scope) => readChanges(scope, since, epoch, reading === "1"), { readOnly: true });
    if (held === "0") return read();
    const page = await hold(app, reply, { channel: "runtime_states", holdMs }, async () => {
      const page = await read();
      return page.items.length > 0 || page.reset ? page : null;
    });
    return sendHeld(reply, page ?? (await read()));
  });
}

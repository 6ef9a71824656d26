import type { App } from "../../ground/app.ts";
import { readChanges } from "../../ground/changes/queries.ts";
import { hold } from "./hold.ts";
import type { InternalHandlers } from "./internal-handler.ts";

/** The feed: see `changesPage` in the contract. */
export const serveChanges = (app: App, { holdMs }: { holdMs: number }): Pick<InternalHandlers, "listChanges"> => ({
  async listChanges({ query: { since, epoch, reading, held }, reply }) {
    const read = () =>
      app.store.inInstallation((scope) => readChanges(scope, since, epoch, reading === "1"), { readOnly: true });
    if (held === "0") return read();
    const page = await hold(app, reply, { channel: "runtime_states", holdMs }, async () => {
      const page = await read();
      return page.items.length > 0 || page.reset ? page : null;
    });
    return page ?? (await read());
  },
});

import type { AddCommand } from "../commands.ts";
import { everyItem } from "../server/every-item.ts";
import { ago } from "../terminal/ago.ts";

const revision = (served: number | null) => (served === null ? "–" : `r${served}`);

/** `ferrule functions list`: the Functions of the Project, with the revisions that each environment serves. */
export const functionsList: AddCommand = (commands) => {
  commands.add(
    "functions list",
    "list the Functions, and which revision each environment serves",
    async ({ client, out }) => {
      const api = await client();
      const functions = await everyItem((cursor) => api.listFunctions({ query: { limit: 200, cursor, sort: "name" } }));
      const told = functions.map(({ id, slug, name, status, revision, served, updatedAt }) => {
        return { id, slug, name, status, revision, served, updatedAt };
      });
      out.table(
        told,
        ["slug", "status", "draft", "development", "production", "changed"].map((heading) => ({ heading })),
        told.map((each) => [
          each.slug,
          each.status,
          `r${each.revision}`,
          revision(each.served.development),
          revision(each.served.production),
          ago(each.updatedAt),
        ]),
        "The Project has no Functions yet.",
      );
    },
  );
};

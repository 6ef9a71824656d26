import type { AddCommand } from "../commands.ts";
import { everyItem } from "../server/every-item.ts";
import { ago } from "../terminal/ago.ts";

/** `ferrule preview list`: the previews of the Project. */
export const previewList: AddCommand = (commands) => {
  commands.add("preview list", "list the previews, with who made each and when it ends", async ({ client, out }) => {
    const api = await client();
    const previews = await everyItem((cursor) => api.listPreviews({ query: { limit: 200, cursor } }));
    out.table(
      previews,
      ["name", "status", "made by", "branch", "commit", "changed", "ends"].map((heading) => ({ heading })),
      previews.map(({ name, status, createdBy, commit, changedAt, endsAt }) => [
        name,
        status,
        createdBy?.email ?? "–",
        commit?.branch ?? "–",
        commit?.sha.slice(0, 12) ?? "–",
        ago(changedAt),
        endsAt,
      ]),
      "The Project has no previews.",
    );
  });
};

import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { decodeCursor, toPage } from "../../ground/handler/page.ts";
import { readSlug } from "../../people/projects/queries.ts";
import { findPreview, listPreviewRows } from "./queries/previews.ts";
import { toPreview } from "./to-preview.ts";

/** The Project's previews, newest first. */
export const listPreviews: Handlers["listPreviews"] = async ({ app, scope, query }) => {
  const list = `previews:${scope.projectId}`;
  const [before] = decodeCursor(query.cursor, list) ?? [];
  const rows = await listPreviewRows(scope, query.limit, before);
  const slug = await readSlug(scope);
  const page = toPage(rows, query.limit, list, ({ id }) => [id]);
  return { ...page, items: page.items.map((row) => toPreview(app, slug, row)) };
};

export const getPreview: Handlers["getPreview"] = async ({ app, scope, params }) => {
  const row = found(await findPreview(scope, params.name));
  return toPreview(app, await readSlug(scope), row);
};

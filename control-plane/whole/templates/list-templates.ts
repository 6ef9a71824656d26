import type { Handlers } from "../../ground/handler/handler.ts";
import { decodeCursor, toPage } from "../../ground/handler/page.ts";
import { catalogue } from "./catalogue.ts";
import { describeTemplate } from "./describe-template.ts";

/** The installable templates, by id; the same in the whole installation. */
export const listTemplates: Handlers["listTemplates"] = async ({ query }) => {
  const after = decodeCursor(query.cursor, "templates")?.[0] ?? "";
  const rows = catalogue.filter(({ id }) => id > after).sort((a, b) => (a.id < b.id ? -1 : 1));
  const page = toPage(rows, query.limit, "templates", ({ id }) => [id]);
  return { items: page.items.map(describeTemplate), nextCursor: page.nextCursor };
};

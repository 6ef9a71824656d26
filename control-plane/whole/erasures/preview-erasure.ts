import type { Operations } from "@ferrule/contract/operations.ts";
import type { Handler } from "../../ground/handler/handler.ts";
import { countErased } from "./count-erased.ts";

export const previewErasure: Handler<Operations["previewErasure"]> = async ({ app, projectId, read, body }) => ({
  counts: await countErased(read, (tenantId, most) => app.cache.count(projectId, tenantId, most), body),
});

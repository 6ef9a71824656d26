import type { Handlers } from "../../ground/handler/handler.ts";
import { countErased } from "./count-erased.ts";

export const previewErasure: Handlers["previewErasure"] = async ({ app, projectId, read, body }) => ({
  counts: await countErased(read, (tenantId, most) => app.cache.count(projectId, tenantId, most), body),
});

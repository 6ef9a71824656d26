import type { Handlers } from "../../ground/handler/handler.ts";
import { createErasure } from "./create-erasure.ts";
import { listErasures } from "./list-erasures.ts";
import { previewErasure } from "./preview-erasure.ts";

export const erasureHandlers = { createErasure, listErasures, previewErasure } satisfies Partial<Handlers>;

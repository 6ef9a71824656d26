import type { Handlers } from "../../ground/handler/handler.ts";
import { listQuotaUses } from "./list-quota-uses.ts";

export const limitHandlers = { listQuotaUses } satisfies Partial<Handlers>;

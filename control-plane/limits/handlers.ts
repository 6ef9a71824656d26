import type { Handlers } from "../http/handler/handler.ts";
import { listQuotaUses } from "./list-quota-uses.ts";

export const limitHandlers = { listQuotaUses } satisfies Partial<Handlers>;

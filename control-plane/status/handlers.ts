import type { Handlers } from "../http/handler/handler.ts";
import { getStatus } from "./get-status.ts";

export const statusHandlers = { getStatus } satisfies Partial<Handlers>;

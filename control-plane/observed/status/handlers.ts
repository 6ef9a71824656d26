import type { Handlers } from "../../ground/handler/handler.ts";
import { getStatus } from "./get-status.ts";

export const statusHandlers = { getStatus } satisfies Partial<Handlers>;

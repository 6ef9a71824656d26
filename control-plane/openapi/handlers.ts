import type { Handlers } from "../http/handler/handler.ts";
import { getOpenapi } from "./get-openapi.ts";

export const openapiHandlers = { getOpenapi } satisfies Partial<Handlers>;

import type { Handlers } from "../../ground/handler/handler.ts";
import { getOpenapi } from "./get-openapi.ts";

export const openapiHandlers = { getOpenapi } satisfies Partial<Handlers>;

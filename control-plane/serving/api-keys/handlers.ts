import type { Handlers } from "../../ground/handler/handler.ts";
import { createApiKey } from "./create-api-key.ts";
import { deleteApiKey } from "./delete-api-key.ts";
import { rotateApiKey } from "./rotate-api-key.ts";
import { getApiKey } from "./get-api-key.ts";

export const apiKeyHandlers = { createApiKey, deleteApiKey, rotateApiKey, getApiKey } satisfies Partial<Handlers>;

import { openapiDocument } from "@ferrule/contract/openapi.ts";
import type { Handlers } from "../http/handler.ts";

/** The management API as OpenAPI 3.1, derived from the operation table. */
export const getOpenapi: Handlers["getOpenapi"] = async ({ app }) => openapiDocument(app.settings.publicUrl);

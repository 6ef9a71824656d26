import { openapiDocument } from "@ferrule/contract/openapi/openapi.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { PreparedAnswer } from "../../ground/handler/prepared-answer.ts";

/** Keyed by the public origin; a process has only one. */
const prepared = new Map<string, PreparedAnswer>();

/** The management API as OpenAPI 3.1, derived from the operation table once, because that takes a third of a second. */
export const getOpenapi: Handlers["getOpenapi"] = async ({ app }) => {
  const { publicUrl } = app.settings;
  const document = prepared.get(publicUrl) ?? new PreparedAnswer(openapiDocument(publicUrl));
  prepared.set(publicUrl, document);
  return document;
};

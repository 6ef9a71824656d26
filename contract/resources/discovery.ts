import { z } from "zod";
import { jsonSchema } from "../internal/artifact.ts";
import { toolAnnotations } from "./binding.ts";
import { bodyTypes, httpMethods, idempotencyModes } from "../states.ts";

/** The result of `tools/list`, revision 2025-11-25, for the deployed tools. */
export const toolList = z.strictObject({
  tools: z.array(
    z.strictObject({
      name: z.string(),
      title: z.string().optional(),
      description: z.string(),
      inputSchema: jsonSchema,
      outputSchema: jsonSchema.optional(),
      annotations: toolAnnotations.optional(),
    }),
  ),
});
export type ToolList = z.infer<typeof toolList>;

export const routeList = z.strictObject({
  routes: z.array(
    z.strictObject({
      method: z.enum(httpMethods),
      path: z.string(),
      description: z.string(),
      inputSchema: jsonSchema,
      outputSchema: jsonSchema.nullable(),
      successStatus: z.number().int(),
      bodyType: z.enum(bodyTypes),
      bodyProperty: z.string().nullable(),
      idempotency: z.enum(idempotencyModes),
      etag: z.boolean(),
      answersAtOnce: z.boolean(),
    }),
  ),
});
export type RouteList = z.infer<typeof routeList>;

/** An OpenAPI 3.1 document. */
export const openapiDocument = z.looseObject({ openapi: z.literal("3.1.1") });

export const discovery = z.union([toolList, routeList, openapiDocument]);

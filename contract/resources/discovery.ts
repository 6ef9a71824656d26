import { z } from "zod";
import { jsonSchema } from "../internal/artifact.ts";
import { toolAnnotations } from "./binding.ts";
import { mcpIcon } from "./mcp-fields.ts";
import { bodyTypes, httpMethods, idempotencyModes, mcpRoles } from "../states.ts";

const described = {
  name: z.string(),
  title: z.string().optional(),
  description: z.string().optional(),
  icons: z.array(mcpIcon).optional(),
};
const annotations = z
  .strictObject({ audience: z.array(z.enum(mcpRoles)).optional(), priority: z.number().optional() })
  .optional();
const promptArgument = z.strictObject({
  name: z.string(),
  title: z.string().optional(),
  description: z.string().optional(),
  required: z.boolean().optional(),
});

/**
 * The results of `tools/list`, `resources/list`, `resources/templates/list` and `prompts/list`, revision 2025-11-25, for
 * what is deployed. Lists other than that of the tools are left out where they are empty.
 */
export const toolList = z.strictObject({
  tools: z.array(
    z.strictObject({
      name: z.string(),
      title: z.string().optional(),
      description: z.string(),
      inputSchema: jsonSchema,
      outputSchema: jsonSchema.optional(),
      annotations: toolAnnotations.optional(),
      icons: z.array(mcpIcon).optional(),
    }),
  ),
  resources: z
    .array(
      z.strictObject({
        uri: z.string(),
        ...described,
        mimeType: z.string().optional(),
        size: z.number().int().optional(),
        annotations,
      }),
    )
    .optional(),
  resourceTemplates: z
    .array(z.strictObject({ uriTemplate: z.string(), ...described, mimeType: z.string().optional(), annotations }))
    .optional(),
  prompts: z.array(z.strictObject({ ...described, arguments: z.array(promptArgument).optional() })).optional(),
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

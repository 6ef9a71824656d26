import { z } from "zod";
import { jsonSchema } from "../internal/artifact.ts";
import { roles } from "../states.ts";
import { secretName } from "./secret.ts";

export const templateScopes = ["project", "both"] as const;

const contentKinds = [
  "function",
  "runtime-endpoint",
  "mcp-binding",
  "http-binding",
  "cron-binding",
  "data-collection",
] as const;
const content = z.object({ kind: z.enum(contentKinds), name: z.string() });

export const template = z.object({
  id: z.string(),
  name: z.string(),
  summary: z.string(),
  category: z.string(),
  scope: z.enum(templateScopes),
  /**
   * The things that it would create in a Project. On an existing endpoint, it creates all but the endpoint, with
   * bindings of that endpoint's kind. It skips a data collection that exists.
   */
  contents: z.array(content),
  /** The roles that may install it: those that may create all of its contents. */
  roles: z.array(z.enum(roles)),
  /** JSON Schema of `parameters`; every one has a default. */
  parameters: jsonSchema,
  /** Names of the secrets that its Functions read or its callers sign with; parameters may choose other names. */
  requiredSecrets: z.array(secretName),
});
export type TemplateResource = z.infer<typeof template>;

const parameters = z.record(z.string().max(100), z.json()).default({});
export const projectInstallation = z.strictObject({ templateId: z.string().max(128), parameters });
export const endpointInstallation = z.strictObject({ parameters }).prefault({});

export const installation = z.object({
  templateId: z.string(),
  /** In the order of creation. If a name was taken, a number follows it. */
  created: z.array(content.extend({ id: z.string() })),
  /** Names of the secrets that the Functions read or the callers sign with. */
  requiredSecrets: z.array(secretName),
  /** Those that Development lacks. */
  missingSecrets: z.array(secretName),
});
export type Installation = z.infer<typeof installation>;

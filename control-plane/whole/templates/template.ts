import type { Permissions } from "@ferrule/contract/internal/permissions.ts";
import type { newHttpBinding, ToolFields } from "@ferrule/contract/resources/binding.ts";
import type { SignaturePolicy } from "@ferrule/contract/resources/signature-policy.ts";
import type { TemplateResource } from "@ferrule/contract/resources/template.ts";
import type { EndpointKind } from "@ferrule/contract/states.ts";
import type { z, ZodObject } from "zod";

/** One Function of a template, and how each kind of endpoint offers it. */
export interface TemplateFunction {
  /** A slug of at most 50 characters, which leaves room for a number. */
  slug: string;
  name: string;
  /** The file in `functions/`. */
  file: string;
  /** Values for the file's constants, by name. */
  constants: Record<string, unknown>;
  permissions: Permissions;
  tool?: Pick<ToolFields, "toolName" | "description" | "annotations">;
  /** With `delivery` it answers at once and runs later; without it, the caller waits. */
  route?: Omit<z.input<typeof newHttpBinding>, "functionId">;
  /** When it runs in Development, once it is deployed. */
  cron?: { name: string; schedule: string; timezone: string; tenantId: string };
}

/** A data collection that its Functions use; created unless the Project has one with this name. */
export interface TemplateCollection {
  name: string;
  description: string;
  schema: Record<string, unknown>;
  indexes: string[];
}

/** What a template creates with its parameters. */
export interface TemplateContents {
  /** That it brings when it is installed into a Project; null: nobody calls it, it has a cron. */
  endpoint: {
    kind: EndpointKind;
    slug: string;
    name: string;
    /** Whose signature opens it, in both environments; left out: API keys do. */
    signature?: SignaturePolicy;
  } | null;
  /** Their grants, in Development, are what the Functions declare. */
  collections?: TemplateCollection[];
  functions: TemplateFunction[];
}

export interface Template extends Pick<TemplateResource, "id" | "name" | "summary" | "category" | "scope"> {
  parameters: ZodObject;
  /** `given` has passed `parameters`. */
  contents: (given: never) => TemplateContents;
}

/** Declares a template. Every parameter needs a default, so that a preview can show what it would create. */
export const defineTemplate = <P extends ZodObject>(
  template: Omit<Template, "parameters" | "contents"> & {
    parameters: P;
    contents: (given: z.output<P>) => TemplateContents;
  },
): Template => template;

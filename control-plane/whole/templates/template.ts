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

/** A data collection that its Functions use. It is created unless the Project has one with this name. */
export interface TemplateCollection {
  name: string;
  description: string;
  schema: Record<string, unknown>;
  indexes: string[];
}

/** What a template creates with its parameters. */
export interface TemplateContents {
  /**
   * The endpoint that an installation into a Project creates; null: nobody calls the template, because it has a cron.
   */
  endpoint: {
    kind: EndpointKind;
    slug: string;
    name: string;
    /** The signature rule that opens it, in both environments; without one, API keys open it. */
    signature?: SignaturePolicy;
  } | null;
  /** In Development, the Functions get the grants that they declare. */
  collections?: TemplateCollection[];
  functions: TemplateFunction[];
}

export interface Template extends Pick<TemplateResource, "id" | "name" | "summary" | "category" | "scope"> {
  parameters: ZodObject;
  /** `given` must have passed `parameters`. */
  contents: (given: never) => TemplateContents;
}

/** Declares a template. Every parameter needs a default, so that a preview can show what it would create. */
export const defineTemplate = <P extends ZodObject>(
  template: Omit<Template, "parameters" | "contents"> & {
    parameters: P;
    contents: (given: z.output<P>) => TemplateContents;
  },
): Template => template;

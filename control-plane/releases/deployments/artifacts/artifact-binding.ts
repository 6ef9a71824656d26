import {
  artifactFields,
  usualOf,
  type ArtifactFields,
  type ArtifactPrompt,
  type ArtifactResource,
  type ArtifactRoute,
  type ArtifactTool,
} from "@ferrule/contract/internal/artifact.ts";
import { sameJson } from "@ferrule/contract/json/same-json.ts";
import type { PromptFields, ResourceFields, RouteFields, ToolFields } from "@ferrule/contract/resources/binding.ts";
import type { KeptContent } from "../queries/kept-contents.ts";

/** A value without the members of its objects that are null. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== null && member !== undefined);
  return Object.fromEntries(members.map(([name, member]) => [name, withoutNulls(member)]));
}

function bindingAs(fields: ArtifactFields, given: Record<string, unknown>): Record<string, unknown> {
  const always = Object.keys(fields.always.shape).map((name) => [name, given[name]]);
  const unusual = Object.keys(fields.unusual.shape)
    .filter((name) => given[name] !== null && !sameJson(given[name], usualOf(fields, name)))
    .map((name) => [name, withoutNulls(given[name])]);
  return Object.fromEntries([...always, ...unusual]);
}

/** A tool as an artifact has it: without the fields that have their usual value. As `frozenDrafts` does. */
export const artifactTool = (bindingId: string, given: ToolFields): ArtifactTool =>
  ({ bindingId, ...bindingAs(artifactFields.tool, given) }) as ArtifactTool;

/** The same of a route. */
export const artifactRoute = (bindingId: string, given: RouteFields): ArtifactRoute =>
  ({ bindingId, ...bindingAs(artifactFields.route, given) }) as ArtifactRoute;

/** The same of a resource. */
export const artifactResource = (
  bindingId: string,
  given: Omit<ResourceFields, "content"> & KeptContent,
): ArtifactResource => ({ bindingId, ...bindingAs(artifactFields.resource, { ...given }) }) as ArtifactResource;

/** The same of a prompt. */
export const artifactPrompt = (bindingId: string, given: PromptFields): ArtifactPrompt =>
  ({ bindingId, ...bindingAs(artifactFields.prompt, given) }) as ArtifactPrompt;

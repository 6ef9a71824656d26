import type { ArtifactResource } from "@ferrule/contract/internal/artifact.ts";
import { isUriTemplate } from "@ferrule/contract/mcp-bindings/uri-template.ts";
import { targetOf } from "@ferrule/contract/mcp-bindings/target-of.ts";
import type { BundleBytes } from "../../../ground/bundle-bytes.ts";
import type { CompiledFunction } from "../functions/compile-function.ts";
import { laterMembers, listedAs, type Listed } from "./listed-forms.ts";
import { compileTemplate, type TemplateValues, type UriTemplate } from "./match-template.ts";
import type { Revision } from "./revisions.ts";

/** A content that the Project keeps: a bundle whose code is the JSON of `mcpContent`. */
export interface KeptContent {
  digest: string;
  /** In bytes. */
  size: number;
  load: () => Promise<BundleBytes>;
}

/** One enabled resource, or a template of many. */
export interface CompiledResource {
  binding: ArtifactResource;
  /** Its name in scopes and rules. */
  target: string;
  /** One of the two is null. */
  called: CompiledFunction | null;
  kept: KeptContent | null;
  /** Null: the binding's URI is its only one. */
  template: UriTemplate | null;
  /** Its entry in `resources/list` or `resources/templates/list`. */
  listed: Listed;
}

/** The resources of an MCP endpoint. Lists are sorted by name, so that they are equal on every replica. */
export interface ResourceTable {
  /** All of them. */
  all: readonly CompiledResource[];
  fixed: readonly CompiledResource[];
  templates: readonly CompiledResource[];
  /** The resource that has a URI, and the values of its template; undefined: none has it. */
  find: (uri: string) => { resource: CompiledResource; values: TemplateValues } | undefined;
}

/** What MCP calls the binding's hints for hosts (MCP 2025-11-25, Resources, "Annotations"). */
function annotationsOf({ audience = [], priority }: ArtifactResource): object {
  const hints = { ...(audience.length === 0 ? {} : { audience }), ...(priority == null ? {} : { priority }) };
  return Object.keys(hints).length === 0 ? {} : { annotations: hints };
}

/** The type of a binding's contents, if it is the same for all of them. */
export const typeOfContent = ({ mimeType, contentDigest }: ArtifactResource): string | null =>
  mimeType ?? (contentDigest == null ? null : "text/plain");

function entryOf(binding: ArtifactResource, isTemplate: boolean, revision: Revision): object {
  const { name, uri, description, contentSize } = binding;
  const mimeType = typeOfContent(binding);
  return {
    ...(isTemplate ? { uriTemplate: uri } : { uri }),
    name,
    ...laterMembers(binding, revision),
    ...(description === "" ? {} : { description }),
    ...(mimeType === null ? {} : { mimeType }),
    ...(contentSize == null ? {} : { size: contentSize }),
    ...annotationsOf(binding),
  };
}

function compileResource(
  binding: ArtifactResource,
  called: CompiledFunction | null,
  load: (digest: string) => Promise<BundleBytes>,
): CompiledResource {
  const { name, uri, contentDigest, contentSize } = binding;
  const template = isUriTemplate(uri) ? compileTemplate(uri) : null;
  return {
    binding,
    target: targetOf("resource", name),
    called,
    kept:
      contentDigest == null ? null : { digest: contentDigest, size: contentSize ?? 0, load: () => load(contentDigest) },
    template,
    listed: listedAs((revision) => entryOf(binding, template !== null, revision)),
  };
}

const byName = (a: CompiledResource, b: CompiledResource) => (a.binding.name < b.binding.name ? -1 : 1);

/** Compiles an endpoint's resources. Templates are tried in the order of their weight, the most specific one first. */
export function compileResources(
  bindings: readonly (readonly [ArtifactResource, CompiledFunction | null])[],
  load: (digest: string) => Promise<BundleBytes>,
): ResourceTable {
  const all = bindings.map(([binding, called]) => compileResource(binding, called, load)).sort(byName);
  const fixed = all.filter(({ template }) => template === null);
  const templates = all.filter(({ template }) => template !== null);
  const byUri = new Map(fixed.map((one) => [one.binding.uri, one]));
  const inOrder = templates.toSorted((a, b) => b.template!.weight - a.template!.weight);
  return {
    all,
    fixed,
    templates,
    find(uri) {
      const known = byUri.get(uri);
      if (known !== undefined) return { resource: known, values: {} };
      for (const resource of inOrder) {
        const values = resource.template!.match(uri);
        if (values !== null) return { resource, values };
      }
      return undefined;
    },
  };
}

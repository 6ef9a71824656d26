import type { ArtifactFunction, ArtifactPrompt, ArtifactResource } from "@ferrule/contract/internal/artifact.ts";
import { inputArguments } from "@ferrule/contract/mcp-bindings/input-arguments.ts";
import { isUriTemplate } from "@ferrule/contract/mcp-bindings/uri-template.ts";
import type { ToolList } from "@ferrule/contract/resources/discovery.ts";
import type { DeployedOffers } from "./deployed-offers.ts";

type Lists = Pick<ToolList, "resources" | "resourceTemplates" | "prompts">;

const describedOf = ({ name, title, description, icons = [] }: ArtifactResource | ArtifactPrompt) => ({
  name,
  ...(title === null ? {} : { title }),
  ...(description === "" ? {} : { description }),
  ...(icons.length === 0 ? {} : { icons }),
});

function resourceOf(binding: ArtifactResource) {
  const { contentDigest, mimeType = contentDigest && "text/plain", audience, priority } = binding;
  const annotations = { ...(audience && { audience }), ...(priority === undefined ? {} : { priority }) };
  return {
    ...describedOf(binding),
    ...(mimeType === undefined ? {} : { mimeType }),
    ...(Object.keys(annotations).length === 0 ? {} : { annotations }),
  };
}

function promptOf({ binding, held }: { binding: ArtifactPrompt; held: ArtifactFunction | null }) {
  const own = binding.arguments ?? [];
  const given = own.length > 0 || held === null ? own : inputArguments(held.inputSchema);
  const listed = given.map((one) => {
    const { values: _, ...argument } = one;
    return argument;
  });
  return { ...describedOf(binding), ...(listed.length === 0 ? {} : { arguments: listed }) };
}

const present = <Item>(name: keyof Lists, items: readonly Item[]) => (items.length === 0 ? {} : { [name]: items });

/** The resources, templates and prompts as their lists have them (MCP 2025-11-25). Empty lists are left out. */
export function listedOffers({ resources, prompts }: Pick<DeployedOffers, "resources" | "prompts">): Lists {
  const bindings = resources.map(({ binding }) => binding);
  const templates = bindings.filter(({ uri }) => isUriTemplate(uri));
  const fixed = bindings.filter(({ uri }) => !isUriTemplate(uri));
  return {
    ...present(
      "resources",
      fixed.map((one) => ({
        uri: one.uri,
        ...resourceOf(one),
        ...(one.contentSize === undefined ? {} : { size: one.contentSize }),
      })),
    ),
    ...present(
      "resourceTemplates",
      templates.map((one) => ({ uriTemplate: one.uri, ...resourceOf(one) })),
    ),
    ...present("prompts", prompts.map(promptOf)),
  };
}

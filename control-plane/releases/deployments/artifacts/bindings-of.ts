import type {
  ArtifactEndpoint,
  ArtifactPrompt,
  ArtifactResource,
  ArtifactRoute,
  ArtifactTool,
} from "@ferrule/contract/internal/artifact.ts";

/** All that an endpoint of an artifact offers. */
export const bindingsOf = ({
  tools,
  routes,
  resources = [],
  prompts = [],
}: ArtifactEndpoint): (ArtifactTool | ArtifactRoute | ArtifactResource | ArtifactPrompt)[] => [
  ...tools,
  ...routes,
  ...resources,
  ...prompts,
];

import { readRuntimePlace } from "@ferrule/contract/runtime-place.ts";

/** The parts of the path of a preview's endpoint: `/mcp/preview-pr-7/orders/desk`. */
export interface PreviewPath {
  kind: "mcp" | "http";
  /** Of the preview. */
  name: string;
  projectSlug: string;
  endpointSlug: string;
}

/** Takes the path of an endpoint apart; null for one outside previews. It decodes nothing. */
export function readPreviewPath(path: string): PreviewPath | null {
  const [before, kind, place = "", projectSlug, endpointSlug, ...more] = path.split("/", 6);
  if (before !== "" || (kind !== "mcp" && kind !== "http") || more.length > 0) return null;
  const name = readRuntimePlace(place)?.preview ?? null;
  if (name === null || projectSlug === undefined || endpointSlug === undefined) return null;
  return { kind, name, projectSlug, endpointSlug };
}

/** The path of an endpoint of a preview. */
export const previewPath = ({ kind, name, projectSlug, endpointSlug }: PreviewPath): string =>
  `/${kind}/preview-${name}/${projectSlug}/${endpointSlug}`;

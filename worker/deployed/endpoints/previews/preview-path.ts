/** The parts of the path of a preview's endpoint: `/mcp/preview-pr-7/orders/desk`. */
export interface PreviewPath {
  kind: "mcp" | "http";
  /** Of the preview. */
  name: string;
  projectSlug: string;
  endpointSlug: string;
}

const form = /^\/(mcp|http)\/preview-([a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?)\/([^/]{1,64})\/([^/]{1,64})$/;

/** Takes the path of an endpoint apart; null for one outside previews. It decodes nothing. */
export function readPreviewPath(path: string): PreviewPath | null {
  const [, kind, name, projectSlug, endpointSlug] = form.exec(path) ?? [];
  if (name === undefined || projectSlug === undefined || endpointSlug === undefined) return null;
  return { kind: kind === "mcp" ? "mcp" : "http", name, projectSlug, endpointSlug };
}

/** The path of an endpoint of a preview. */
export const previewPath = ({ kind, name, projectSlug, endpointSlug }: PreviewPath): string =>
  `/${kind}/preview-${name}/${projectSlug}/${endpointSlug}`;

import { environments, type Environment } from "./states.ts";

const preview = /^preview-([a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?)$/;

/** The second segment of a runtime path, taken apart: `/mcp/production/…`, `/mcp/preview-pr-7/…`. */
export interface RuntimePlace {
  /** A preview runs in Development. */
  environment: Environment;
  /** The name of the preview; null for an environment itself. */
  preview: string | null;
}

/** Null for a segment that names neither an environment nor a preview. It decodes nothing. */
export function readRuntimePlace(segment: string): RuntimePlace | null {
  const environment = environments.find((one) => one === segment);
  if (environment !== undefined) return { environment, preview: null };
  const name = preview.exec(segment)?.[1];
  return name === undefined ? null : { environment: "development", preview: name };
}

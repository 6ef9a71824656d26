import type { Handlers } from "../../ground/handler/handler.ts";
import { applyManifest } from "./apply-manifest.ts";
import { getManifest } from "./get-manifest.ts";
import { previewManifest } from "./preview-manifest.ts";

export const manifestHandlers = { getManifest, previewManifest, applyManifest } satisfies Partial<Handlers>;

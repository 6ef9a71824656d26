import { PublicError } from "@ferrule/contract/errors.ts";
import type { Handlers } from "../../ground/handler/handler.ts";

const later = async (): Promise<never> => {
  throw new PublicError("NOT_IMPLEMENTED");
};

export const listPreviews: Handlers["listPreviews"] = later;
export const getPreview: Handlers["getPreview"] = later;
export const rotatePreviewKey: Handlers["rotatePreviewKey"] = later;
export const endPreview: Handlers["endPreview"] = later;
export const servePreview: Handlers["servePreview"] = later;

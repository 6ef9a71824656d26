import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { newKey } from "../../ground/handler/new-key.ts";
import { findPreview, holdPreviews, replaceKey } from "./queries/previews.ts";

/** Gives a preview a new key. The one before opens nothing any more. Only this answer contains its value. */
export const rotatePreviewKey: Handlers["rotatePreviewKey"] = async ({ scope, params }) => {
  await holdPreviews(scope);
  const { id, name } = found(await findPreview(scope, params.name));
  const { value, sha256 } = newKey();
  await replaceKey(scope, id, sha256);
  return { answer: { key: value }, audit: { kind: "preview", id, name } };
};

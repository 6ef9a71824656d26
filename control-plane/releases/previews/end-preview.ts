import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { cancelBuilds, findPreview, holdPreviews, removePreview } from "./queries/previews.ts";

/** Ends a preview. Workers drop what they hold of it, and its unfinished build is cancelled. */
export const endPreview: Handlers["endPreview"] = async ({ scope, params }) => {
  await holdPreviews(scope);
  const { id, name } = found(await findPreview(scope, params.name));
  await cancelBuilds(scope, id);
  await removePreview(scope, id);
  return { answer: undefined, audit: { kind: "preview", id, name } };
};

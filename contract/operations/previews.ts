import { z } from "zod";
import { operation } from "./operation.ts";
import { listOf, page } from "../resources/fields.ts";
import { preview, previewKey, servedPreview, servedSource } from "../resources/preview.ts";

const authors = ["owner", "admin", "developer"] as const;
const shared = { tag: "Previews", scope: "project", whenManaged: "allowed" } as const;

/** Folders that are served beside Development. */
export const previewOperations = {
  listPreviews: operation({
    ...shared,
    method: "GET",
    path: "/api/previews",
    summary: "List the Project's previews, newest first",
    roles: "any",
    query: z.strictObject(page),
    response: listOf(preview),
  }),
  getPreview: operation({
    ...shared,
    method: "GET",
    path: "/api/previews/:name",
    summary: "One preview by its name",
    roles: "any",
    response: preview,
  }),
  servePreview: operation({
    ...shared,
    method: "PUT",
    path: "/api/previews/:name",
    summary: "Serve a Project's source at addresses of its own",
    description: "With Development's secrets. Drafts stay as they are.",
    roles: authors,
    body: servedSource,
    bodyLimitBytes: 64 * 1_048_576,
    response: servedPreview,
    errors: ["CONFLICT", "INVALID_STATE"],
    audit: "preview.serve",
    transaction: "handler",
  }),
  rotatePreviewKey: operation({
    ...shared,
    method: "POST",
    path: "/api/previews/:name/key",
    summary: "Give a preview a new key in place of the present one",
    roles: authors,
    response: previewKey,
    audit: "preview.rotate-key",
  }),
  endPreview: operation({
    ...shared,
    method: "DELETE",
    path: "/api/previews/:name",
    summary: "End a preview: its addresses return 404",
    roles: authors,
    response: null,
    audit: "preview.end",
  }),
};

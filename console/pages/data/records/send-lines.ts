import { ApiError } from "@ferrule/contract/client.ts";
import { readDocumentCookie } from "@ferrule/contract/cookie-jar.ts";
import type { ErrorBody } from "@ferrule/contract/errors.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import { sendToApi } from "../../../api/api.ts";
import { withQuery } from "../../../api/download.ts";
import { tabProject } from "../../../api/tab-project.ts";

export interface ImportAsked {
  collectionId: string;
  environment: Environment;
  tenantId: string;
  onConflict: "refuse" | "replace";
}

const csrfToken = () => readDocumentCookie.get("__Host-ferrule_csrf") ?? readDocumentCookie.get("ferrule_csrf") ?? "";

const unexplained: ErrorBody = { code: "INTERNAL", message: "The import ended without a response.", requestId: "" };

/**
 * Imports JSONL, all of it or nothing. It sends `importRecords`, whose body the client does not support.
 * @throws ApiError
 */
export async function sendLines(
  { collectionId, ...query }: ImportAsked,
  lines: Blob,
): Promise<{ inserted: number; replaced: number }> {
  const path = `/api/data-collections/${encodeURIComponent(collectionId)}/import`;
  const response = await sendToApi(withQuery(path, query), {
    method: "POST",
    headers: {
      "content-type": "application/x-ndjson",
      "x-csrf-token": csrfToken(),
      "x-project-id": tabProject.get() ?? "",
    },
    body: lines,
  });
  if (response.ok) return (await response.json()) as { inserted: number; replaced: number };
  const failure = (await response.json().catch(() => null)) as { error?: ErrorBody } | null;
  throw new ApiError(response.status, failure?.error ?? unexplained);
}

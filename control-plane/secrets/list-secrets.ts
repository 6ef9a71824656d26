import type { Operations } from "@ferrule/contract/operations.ts";
import type { Handler } from "../http/handler.ts";
import { decodeCursor, toPage } from "../http/page.ts";
import { describeSecrets } from "./describe-secrets.ts";
import { listSecretRows } from "./records.ts";

/** Specification 4.6: the Project's secrets, newest first, metadata only. */
export const listSecrets: Handler<Operations["listSecrets"]> = async ({ scope, query }) => {
  const { environment, limit, cursor } = query;
  const list = `secrets:${scope.projectId}:${environment ?? "all"}`;
  const before = decodeCursor(cursor, list)?.[0];
  const page = toPage(await listSecretRows(scope, environment, limit, before), limit, list, ({ id }) => [id]);
  return { items: await describeSecrets(scope, page.items), nextCursor: page.nextCursor };
};

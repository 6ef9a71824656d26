import type { Handlers } from "../../ground/handler/handler.ts";
import { toPage } from "../../ground/handler/page.ts";
import { readWish } from "../../ground/handler/read-wish.ts";
import { cursorOf } from "../../ground/store/select-page.ts";
import { describeSecrets } from "./describe-secrets.ts";
import { listSecretRows } from "./queries/secrets.ts";

/** The Project's secrets, newest first, metadata only. */
export const listSecrets: Handlers["listSecrets"] = async ({ scope, query }) => {
  const { list, wish } = readWish(query, `secrets:${scope.projectId}`);
  const page = toPage(await listSecretRows(scope, wish), query.limit, list, cursorOf);
  return { items: await describeSecrets(scope, page.items), nextCursor: page.nextCursor };
};

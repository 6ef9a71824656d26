import { sharedNow } from "@ferrule/kit/shared-time.ts";
import type { UsagePart } from "@ferrule/contract/resources/usage.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import { validationError } from "../../ground/handler/validation-issues.ts";
import type { UsageWish } from "./queries.ts";

const dayMs = 86_400_000;
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);

interface Query {
  environment: Environment;
  from?: string | undefined;
  to?: string | undefined;
  by: string;
}

/** The query's wishes, checked. @throws PublicError VALIDATION_ERROR when it ends before it begins */
export function usageWish({ environment, from, to, by }: Query): UsageWish {
  const end = to ?? dayOf(sharedNow());
  const begin = from ?? dayOf(Date.parse(end) - 29 * dayMs);
  if (begin > end) throw validationError([{ path: "query.from", message: "must not be after `to`" }]);
  return { environment, from: begin, to: end, by: new Set(by.split(",") as UsagePart[]) };
}

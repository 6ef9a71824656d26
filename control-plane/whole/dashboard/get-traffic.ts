import type { Handlers } from "../../ground/handler/handler.ts";
import { validationError } from "../../ground/handler/validation-issues.ts";
import { wholeProject, type Subject } from "./queries/traffic.ts";
import { readTraffic } from "./read-traffic.ts";

interface Filters {
  functionId?: string | undefined;
  endpointId?: string | undefined;
  bindingId?: string | undefined;
}

/** Whose calls the filters ask for. @throws PublicError VALIDATION_ERROR for more than one filter */
function subjectOf({ functionId, endpointId, bindingId }: Filters): Subject {
  const asked: Subject[] = [
    ...(functionId === undefined ? [] : [{ of: "function" as const, id: functionId }]),
    ...(endpointId === undefined ? [] : [{ of: "endpoint" as const, id: endpointId }]),
    ...(bindingId === undefined ? [] : [{ of: "binding" as const, id: bindingId }]),
  ];
  if (asked.length > 1) {
    const path = bindingId === undefined ? "query.endpointId" : "query.bindingId";
    throw validationError([{ path, message: "must be the only one of functionId, endpointId and bindingId" }]);
  }
  return asked[0] ?? wholeProject;
}

/** Calls, errors and latency of the Project, or of a part of it, over time. What is unknown or deleted has no calls. */
export const getTraffic: Handlers["getTraffic"] = async ({ scope, query }) => {
  const { environment, window, compare } = query;
  const asked = { environment, window, compares: compare === "before" };
  const { answer, before } = await readTraffic(scope, subjectOf(query), asked);
  return { ...answer, before };
};

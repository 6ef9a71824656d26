import { executionSources, mcpCallKinds, statusFilters } from "@ferrule/contract/states.ts";
import { endpointSource, functionSource } from "../../api/pick-sources.ts";
import type { Filter } from "../../components/filter/filter.ts";
import { readDuration, shownDuration } from "./duration-text.ts";
import { deploymentSource, targetSource } from "./sources.ts";

const words = (value: string) => `${value.charAt(0).toUpperCase()}${value.slice(1).replaceAll("_", " ")}`;

const durationFilter = {
  placeholder: "250 ms, 1.5 s, 2 min",
  read: readDuration,
  problem: "Enter a duration, such as 250 ms or 1.5 s.",
  show: shownDuration,
  rare: true,
} as const;

/** The filters of the list of executions. */
export const listFilters: readonly Filter[] = [
  { name: "status", label: "Status", choices: statusFilters.map((value) => ({ value, label: words(value) })) },
  { name: "functionId", label: "Function", pick: functionSource },
  { name: "endpointId", label: "Endpoint", pick: endpointSource },
  { name: "bindingId", label: "Tool or route", pick: targetSource },
  { name: "error", label: "Error", placeholder: "A part of its code or message" },
  { name: "caller", label: "Caller", placeholder: "A key's ID, or issuer and subject" },
  { name: "tenantId", label: "Tenant", placeholder: "default" },
  { name: "minDurationMs", label: "Took at least", ...durationFilter },
  { name: "maxDurationMs", label: "Took at most", ...durationFilter },
  {
    name: "httpStatus",
    label: "HTTP status",
    placeholder: "404, or a class: 5xx",
    read: (text) => (/^[1-5](?:\d\d|xx)$/i.test(text) ? text.toLowerCase() : undefined),
    problem: "Enter a status such as 404, or a class such as 5xx.",
    rare: true,
  },
  { name: "deploymentId", label: "Deployment", pick: deploymentSource, rare: true },
  { name: "source", label: "Source", choices: executionSources.map((value) => ({ value, label: value })), rare: true },
  {
    name: "mcpKind",
    label: "Asked for",
    choices: mcpCallKinds.map((value) => ({ value, label: words(value) })),
    rare: true,
  },
  { name: "uri", label: "URI", placeholder: "docs://handbook", rare: true },
  { name: "preview", label: "Preview", placeholder: "pr-7", rare: true },
  { name: "runId", label: "Run", placeholder: "The ID of a run", rare: true },
  { name: "requestId", label: "Request", placeholder: "The x-request-id of a response", rare: true },
  { name: "withoutTests", label: "Tests", choices: [{ value: "true", label: "Left out" }], rare: true },
  { name: "errorId", label: "Error group", placeholder: "The ID of an error's page", rare: true },
];

import { z } from "zod";
import * as auditEvent from "../resources/audit-event.ts";
import * as binding from "../resources/binding.ts";
import * as cacheEntry from "../resources/cache-entry.ts";
import * as connection from "../resources/connection.ts";
import * as cronBinding from "../resources/cron-binding.ts";
import * as dashboard from "../resources/dashboard.ts";
import * as dataCollection from "../resources/data-collection.ts";
import * as deployment from "../resources/deployment.ts";
import * as discovery from "../resources/discovery.ts";
import * as execution from "../resources/execution.ts";
import * as functions from "../resources/function.ts";
import * as library from "../resources/library.ts";
import * as manifest from "../resources/manifest.ts";
import * as project from "../resources/project.ts";
import * as record from "../resources/record.ts";
import * as runtimeEndpoint from "../resources/runtime-endpoint.ts";
import * as secret from "../resources/secret.ts";
import * as template from "../resources/template.ts";
import * as testCase from "../resources/test-case.ts";
import * as user from "../resources/user.ts";

const modules: object[] = [
  auditEvent,
  binding,
  cacheEntry,
  connection,
  cronBinding,
  dashboard,
  dataCollection,
  deployment,
  discovery,
  execution,
  functions,
  library,
  manifest,
  project,
  record,
  runtimeEndpoint,
  secret,
  template,
  testCase,
  user,
];

/** Resources whose exported name differs from their own. */
const called: Record<string, string> = {
  functionResource: "Function",
  openapiDocument: "EndpointOpenapi",
  record: "DataRecord",
};

const isShape = (value: unknown): value is z.ZodType =>
  value instanceof z.ZodObject || value instanceof z.ZodUnion || value instanceof z.ZodDiscriminatedUnion;

/**
 * The names that objects of `resources/` have in the OpenAPI document: `deployment` is `Deployment`, `newSecret` is
 * `NewSecret`.
 */
export const schemaNames = z.registry<{ id: string }>();
for (const [exported, schema] of modules.flatMap((module) => Object.entries(module))) {
  if (!isShape(schema) || schemaNames.has(schema)) continue;
  schemaNames.add(schema, { id: called[exported] ?? `${exported[0]?.toUpperCase()}${exported.slice(1)}` });
}

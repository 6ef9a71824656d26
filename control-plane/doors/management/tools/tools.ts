import { bind } from "./bind.ts";
import { callFunction } from "./call-function.ts";
import { deploy } from "./deploy.ts";
import { executions } from "./executions.ts";
import { explainError } from "./explain-error.ts";
import { overview } from "./overview.ts";
import { plan } from "./plan.ts";
import { readFunction } from "./read-function.ts";
import { release, rollback } from "./release.ts";
import { remove } from "./remove.ts";
import { requestSecret } from "./request-secret.ts";
import { search } from "./search.ts";
import { searchDocs } from "./search-docs.ts";
import { setPolicy } from "./set-policy.ts";
import { testFunction } from "./test-function.ts";
import type { Tool } from "./tool.ts";
import { validateFunction } from "./validate-function.ts";
import { writeFunction } from "./write-function.ts";

/** The tools of the management MCP server, in the order in which an agent meets them. */
export const tools: readonly Tool[] = [
  overview,
  search,
  readFunction,
  writeFunction,
  validateFunction,
  testFunction,
  bind,
  setPolicy,
  requestSecret,
  plan,
  deploy,
  callFunction,
  executions,
  explainError,
  searchDocs,
  release,
  rollback,
  remove,
];

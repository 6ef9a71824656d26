import type { Diagnostic } from "@ferrule/contract/internal/jobs.ts";
import { missingConnections } from "../../data/connections/queries/connections.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { missingSecrets } from "../../data/secrets/queries/secrets.ts";
import { checkDraft } from "./running/check-draft.ts";
import { configProblems, readableConfig } from "@ferrule/contract/function-config/read-config.ts";
import { missingSlugs } from "./queries/drafts.ts";
import { findFunction } from "./queries/functions.ts";

const timeoutMs = 60_000;

/** A warning only: a call would fail with NOT_FOUND, but the deployment does not. */
const missing = (what: "secret" | "connection", name: string): Diagnostic => ({
  severity: "warning",
  message: `The ${what} ${name} is declared, but does not exist in development.`,
  line: 1,
  column: 1,
  code: what === "secret" ? "SECRET_MISSING" : "CONNECTION_MISSING",
});

const missingFunction = (slug: string): Diagnostic => ({
  severity: "warning",
  message: `The Function ${slug} is declared in runs, but does not exist.`,
  line: 1,
  column: 1,
  code: "FUNCTION_MISSING",
});

/**
 * Has a worker check a draft, or a text given for it. The answer is 200 even for an invalid one. Findings about the
 * saved revision are stored with it. 504 TIMEOUT after 60 s.
 */
export const validateFunction: Handlers["validateFunction"] = async (context) => {
  const { app, projectId, params, body, signal, read } = context;
  const { lacking, unread } = await read(async (scope) => {
    const row = found(await findFunction(scope, params.functionId));
    const source = body.source ?? row.source;
    const { secrets, connections = [], runs = [] } = readableConfig(source).permissions ?? row.permissions;
    const lackingSecrets = await missingSecrets(scope, projectId, "development", secrets);
    const lackingConnections = await missingConnections(scope, projectId, "development", connections);
    const lacking = [
      ...lackingSecrets.map((name) => missing("secret", name)),
      ...lackingConnections.map((name) => missing("connection", name)),
    ];
    lacking.push(...(await missingSlugs(scope, runs)).map(missingFunction));
    return { lacking, unread: configProblems(source) };
  });
  const draft = { projectId, functionId: params.functionId, source: body.source };
  const { valid, diagnostics, derived } = await checkDraft(app, draft, { timeoutMs, signal });
  return { valid: valid && unread.length === 0, diagnostics: [...unread, ...diagnostics, ...lacking], derived };
};

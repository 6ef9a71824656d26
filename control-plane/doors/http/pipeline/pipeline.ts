import { authenticate } from "./authenticate.ts";
import type { Exchange, Step } from "./exchange.ts";
import { recordDenial } from "./record-denial.ts";
import { requireAgent } from "./require-agent.ts";
import { requireAgentInDevelopment } from "./require-agent-in-development.ts";
import { requireCsrf } from "./require-csrf.ts";
import { requireProject } from "./require-project.ts";
import { requireRole } from "./require-role.ts";
import { runHandler, type Outcome } from "./run-handler.ts";
import { validate } from "./validate.ts";

/** The checks of a request, in order: a later one may rely on the results of an earlier one. */
const steps: readonly Step[] = [
  authenticate, // 401
  requireProject, // 409
  requireRole, // 403
  requireAgent, // 403
  requireCsrf, // 403
  validate, // 400
  requireAgentInDevelopment, // 403
];

/** Takes a request through every check and its handler. A refusal leaves at most its audit event behind. */
export async function runPipeline(exchange: Exchange): Promise<Outcome> {
  try {
    for (const step of steps) await step(exchange);
    return await runHandler(exchange);
  } catch (error) {
    await recordDenial(exchange, error);
    throw error;
  }
}

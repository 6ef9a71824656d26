import { PublicError } from "@ferrule/contract/errors.ts";
import { sharedDate, sharedNow } from "@ferrule/kit/shared-time.ts";
import { decodeJwt, errors, jwtVerify, type JWTPayload } from "jose";
import { None } from "openid-client";
import type { App } from "../../ground/app.ts";
import { Denied } from "../../ground/handler/denied.ts";
import type { AuditTarget, Handlers } from "../../ground/handler/handler.ts";
import { isNoHigher, lowerRole } from "../../ground/handler/lower-role.ts";
import { issueToken } from "../account/issue-token.ts";
import { removeExpiredTokens } from "../account/queries.ts";
import { keepReadings } from "../identity/provider/keep-readings.ts";
import { readIssuer, type OpenIssuer } from "../identity/provider/read-issuer.ts";
import { sayProviderProblem } from "../identity/provider/say-provider-problem.ts";
import { countAttempt, pipelineLimits } from "../passwords/count-attempt.ts";
import { findProjectBySlug } from "../projects/queries.ts";
import { holdUser } from "../users/queries.ts";
import { claimsProblem } from "./claims-problem.ts";
import { holdPipelineRule, listRulesOfIssuer, noteUse, type PipelineRuleRow } from "./queries.ts";

const algorithms = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"];
const opened = keepReadings<OpenIssuer>();

/** The caller is told no more than this. The audit log of the Project names the reason. */
const refusal = (target: AuditTarget, reason: string) =>
  new Denied(
    "INVALID_CREDENTIALS",
    { ...target, changes: { reason } },
    {
      message: "No rule of this Project accepts the token. The audit log of the Project names the reason.",
    },
  );

function issuerOf(token: string): string | null {
  try {
    return decodeJwt(token).iss ?? null;
  } catch {
    return null;
  }
}

async function verify(app: App, token: string, rules: readonly PipelineRuleRow[], target: AuditTarget) {
  const [{ issuer } = { issuer: "" }] = rules;
  const { keys } = await opened(app, issuer, () => readIssuer(app, { issuer, clientId: "ferrule" }, None())).catch(
    (cause: unknown) => {
      throw new PublicError("UNAVAILABLE", sayProviderProblem(cause), { cause });
    },
  );
  try {
    const audience = rules.map((rule) => rule.audience);
    const required = { algorithms, issuer, audience, requiredClaims: ["iat", "exp"] };
    return (await jwtVerify(token, keys, { ...required, clockTolerance: 30, currentDate: sharedDate() })).payload;
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw refusal(target, "The ID token has expired.");
    if (error instanceof errors.JWTClaimValidationFailed)
      throw refusal(target, `The claim ${error.claim} of the ID token is not as the rules want it.`);
    if (error instanceof errors.JOSEError) throw refusal(target, "The issuer did not sign the ID token.");
    throw error;
  }
}

/** The rule that accepts these claims; of several, the first with the highest role. */
function ruleFor(rules: readonly PipelineRuleRow[], claims: JWTPayload, target: AuditTarget): PipelineRuleRow {
  const heard = new Set([claims.aud ?? []].flat());
  const problems = rules.map((rule) => (heard.has(rule.audience) ? claimsProblem(rule.claims, claims) : "aud"));
  const [first, ...others] = rules.filter((_rule, index) => problems[index] === null);
  if (first === undefined) {
    const said = rules.slice(0, 10).map(({ name }, index) => `${name}: ${problems[index]}`);
    throw refusal(target, `No rule accepts the claims of the ID token. What differs first: ${said.join(", ")}.`);
  }
  return others.reduce((best, rule) => (isNoHigher(rule.role, best.role) ? best : rule), first);
}

/**
 * Exchanges the ID token of a pipeline for an API token that lives as long as the rule says. The issuer must have signed the ID token for the
 * rule's audience, and its claims must be the rule's. The pipeline acts for the user who made the rule.
 */
export const createPipelineToken: Handlers["createPipelineToken"] = async ({ app, ip, body, read, write }) => {
  const attempt = await countAttempt(app, pipelineLimits(ip));
  const issuer = issuerOf(body.token);
  const project = await read((scope) => findProjectBySlug(scope, body.project));
  const target: AuditTarget = {
    kind: "project",
    id: project?.id ?? null,
    name: body.project,
    ...(project && { projectId: project.id }),
  };
  const rules =
    project === undefined || issuer === null ? [] : await read((scope) => listRulesOfIssuer(scope, project.id, issuer));
  if (project === undefined || rules.length === 0) throw refusal(target, "No rule names the issuer of the ID token.");
  const claims = await verify(app, body.token, rules, target);
  const rule = ruleFor(rules, claims, target);
  const answer = await write(async (scope) => {
    const user = await holdUser(scope, rule.userId);
    if (user?.status !== "active") throw refusal(target, `The user of the rule ${rule.name} is disabled.`);
    if (!(await holdPipelineRule(scope, rule.id))) throw refusal(target, `The rule ${rule.name} has been deleted.`);
    await removeExpiredTokens(scope, rule.id);
    const { userId, role, name } = rule;
    const expiresAt = new Date(sharedNow() + rule.lifetimeSeconds * 1_000);
    const given = { userId, projectId: project.id, name, role, expiresAt, pipelineRuleId: rule.id };
    const { value, token } = await issueToken(scope, given);
    await noteUse(scope, rule.id);
    const subject = claims.sub ?? null;
    const changes = { token: token.id, rule: name, issuer, subject, role, expiresAt: expiresAt.toISOString() };
    return {
      answer: {
        value,
        expiresAt: expiresAt.toISOString(),
        role: lowerRole(user.role, role),
        projectId: project.id,
        rule: name,
      },
      // As after a sign-in, the user is the one who acted.
      audit: { kind: "user", id: userId, name: user.email, projectId: project.id, changes },
    };
  });
  await attempt.succeeded();
  return answer;
};

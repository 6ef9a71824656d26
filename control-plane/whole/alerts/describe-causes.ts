import { X509Certificate } from "node:crypto";
import type { Environment } from "@ferrule/contract/states.ts";
import type { Cause } from "./cause.ts";
import type { CallsRow } from "./queries/causes-of-calls.ts";
import type { CertificateRow, ExpiringRow, QuotaRow } from "./queries/causes-of-limits.ts";
import type { MachinesRow } from "./queries/causes-of-machines.ts";
import { mostDead, type CronRow, type DeadRow, type DeploymentRow, type WaitingRow } from "./queries/causes-of-work.ts";

const weekMs = 7 * 86_400_000;
const dayMs = 86_400_000;
const names: Record<Environment, string> = { development: "Development", production: "Production" };
const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;
const dayOf = (at: Date) => at.toISOString().slice(0, 10);
/** A path of the console. Development is what it shows without a word. */
const shown = (path: string, environment: Environment | null, more: Record<string, string> = {}) => {
  const query = new URLSearchParams({ ...more, ...(environment === "production" ? { environment } : {}) }).toString();
  return query === "" ? path : `${path}?${query}`;
};

export const failedDeployment = ({ projectId, id, number, environment, kind }: DeploymentRow): Cause => ({
  projectId,
  rule: "deployment-failed",
  environment,
  subject: environment,
  title: `The ${kind === "deploy" ? "deployment" : kind} #${number} to ${names[environment]} failed`,
  detail: "",
  path: shown(`/deployments/${id}`, environment),
});

export const failingCron = ({ projectId, id, name, environment, failures, isPaused, isMissed }: CronRow): Cause => ({
  projectId,
  rule: "cron-failing",
  environment,
  subject: id,
  title: `The cron ${name} in ${names[environment]} ${isMissed && failures === 0 ? "was missed" : "fails"}`,
  detail: [
    failures > 0 ? `It failed ${counted(failures, "time", "times")} in a row.` : "",
    isMissed ? "No worker took its latest run in time." : "",
    isPaused ? "It has paused itself." : "",
  ]
    .filter((sentence) => sentence !== "")
    .join(" "),
  path: shown("/crons", environment, { cron: id }),
});

export const deadDeliveries = ({ projectId, endpointId, name, environment, dead }: DeadRow): Cause => ({
  projectId,
  rule: "delivery-dead",
  environment,
  subject: `${endpointId} ${environment}`,
  title: `Deliveries to ${name} in ${names[environment]} are dead`,
  detail: `${dead === mostDead ? `${mostDead} or more` : dead} died within the last day. Deliver them again, or discard them.`,
  path: shown("/deliveries", environment, { status: "dead", endpointId }),
});

/** The causes in the calls of one endpoint: too many failed, or too many were slow, or both. */
export function brokenBounds(row: CallsRow): Cause[] {
  const { projectId, endpointId, name, environment, calls, failed, slow, failurePercent, p95Ms, windowMinutes } = row;
  const of = { projectId, environment, subject: `${endpointId} ${environment}` };
  const path = shown(`/endpoints/${endpointId}`, environment);
  const within = `in the last ${counted(windowMinutes, "minute", "minutes")}`;
  const fails = failurePercent !== null && failed * 100 >= failurePercent * calls;
  const lags = p95Ms !== null && slow * 20 > calls;
  return [
    ...(fails
      ? [
          {
            ...of,
            rule: "endpoint-failing" as const,
            title: `Calls of ${name} in ${names[environment]} fail`,
            detail: `${failed} of ${calls} calls failed ${within}. The bound is ${failurePercent} %.`,
            path,
          },
        ]
      : []),
    ...(lags
      ? [
          {
            ...of,
            rule: "endpoint-slow" as const,
            title: `Calls of ${name} in ${names[environment]} are slow`,
            detail: `${slow} of ${calls} calls took longer than ${p95Ms} ms ${within}. The bound is 5 %.`,
            path,
          },
        ]
      : []),
  ];
}

const many = { key: "API keys", caller: "callers", tenant: "tenants" } as const;
const single = { key: "API key", caller: "caller", tenant: "tenant" } as const;

/** The causes in one quota: some are near its end, some have reached it. It names none of them. */
export function usedQuotas({ projectId, endpointId, name, environment, by, period, ...use }: QuotaRow): Cause[] {
  const of = (rule: "quota-near" | "quota-reached", count: number, what: string): Cause => ({
    projectId,
    rule,
    environment,
    subject: `${endpointId} ${environment} ${by} ${period}`,
    title: `A quota of ${name} in ${names[environment]} is ${rule === "quota-near" ? "nearly used" : "used"} up`,
    detail: `${counted(count, single[by], many[by])} ${count === 1 ? "has" : "have"} used ${what} of ${use.requests} requests a ${period}.`,
    path: shown(`/endpoints/${endpointId}`, environment, { tab: "access" }),
  });
  return [
    ...(use.near > 0 ? [of("quota-near", use.near, "80 % or more")] : []),
    ...(use.reached > 0 ? [of("quota-reached", use.reached, "all")] : []),
  ];
}

/** A worker or control plane is away in every Project, because each uses all of them. */
export function awayMachines({ role, up, away }: MachinesRow, projectIds: readonly string[]): Cause[] {
  if (away === 0 && up > 0) return [];
  const [one, all] = role === "worker" ? ["worker", "workers"] : ["control plane", "control planes"];
  return projectIds.map((projectId) => ({
    projectId,
    rule: `${role}-away` as const,
    environment: null,
    subject: role,
    title: up === 0 ? `No ${one} is up` : `A ${one} is away`,
    detail: up === 0 ? "" : `${counted(away, one, all)} fell silent. ${counted(up, "is", "are")} up.`,
    path: "/settings?tab=status",
  }));
}

export const expiring = ({ projectId, kind, id, name, endpointId, environment, expiresAt }: ExpiringRow): Cause => ({
  projectId,
  rule: "expires-soon",
  environment,
  subject: id,
  title: `The ${kind} ${name} expires on ${dayOf(expiresAt)}`,
  detail: "",
  path:
    endpointId === null ? "/settings?tab=tokens" : shown(`/endpoints/${endpointId}`, environment, { tab: "access" }),
});

const endsCache = new Map<string, number | null>();

/** When the first certificate of a PEM text ends, in milliseconds; null: it cannot be read. */
function endOf(pem: string): number | null {
  const known = endsCache.get(pem);
  if (known !== undefined) return known;
  if (endsCache.size > 1_000) endsCache.clear();
  const ends = [...pem.matchAll(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g)].map(([one]) => {
    try {
      return Date.parse(new X509Certificate(one).validTo);
    } catch {
      return Number.NaN;
    }
  });
  const end = Math.min(...ends);
  endsCache.set(pem, Number.isFinite(end) ? end : null);
  return endsCache.get(pem) ?? null;
}

/** The causes in certificates of connections that end within a week, or have ended. */
export function endingCertificate(row: CertificateRow, now: number): Cause[] {
  const { projectId, id, name, environment, caCertificate } = row;
  const end = endOf(caCertificate);
  if (end === null || end > now + weekMs || end < now - 30 * dayMs) return [];
  return [
    {
      projectId,
      rule: "expires-soon",
      environment,
      subject: id,
      title: `The certificate of the connection ${name} in ${names[environment]} ends on ${dayOf(new Date(end))}`,
      detail: "",
      path: shown("/connections", environment, { connection: id }),
    },
  ];
}

export const waitingApproval = ({ projectId, id, environment, functionName }: WaitingRow): Cause => ({
  projectId,
  rule: "approval-waits",
  environment,
  subject: id,
  title: `An approval for ${functionName} in ${names[environment]} waits`,
  detail: "",
  path: shown(`/approvals/${id}`, environment),
});

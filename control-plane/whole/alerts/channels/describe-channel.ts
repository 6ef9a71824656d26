import { alertChannel, type AlertChannel, type AlertTarget } from "@ferrule/contract/resources/alert-channel.ts";
import { resourceFrom } from "@ferrule/contract/resource-fields.ts";
import { auditedRow } from "../../../ground/handler/audited-changes.ts";
import type { ChannelRow } from "../queries/channels.ts";

function stateOf({ enabled, failures }: ChannelRow): AlertChannel["state"] {
  if (!enabled) return "off";
  return failures > 0 ? "failing" : "ok";
}

/** The channel as the API shows it. What leads there stays sealed. */
export const describeChannel = (row: ChannelRow): AlertChannel =>
  resourceFrom(alertChannel, row, {
    state: stateOf(row),
    sentAt: row.sentAt?.toISOString() ?? null,
    failure:
      row.failure === null || row.failedAt === null
        ? null
        : { message: row.failure, at: row.failedAt.toISOString(), attempts: row.failures },
  });

/** Where a channel leads, as a person knows it: a host, or the addresses of an e-mail. */
export const addressOf = (target: AlertTarget): string =>
  target.kind === "email" ? `${target.to.join(", ")} by ${target.host}:${target.port}` : new URL(target.url).host;

const told = ({ name, kind, address, enabled, environments, rules, keepsQuiet, version }: ChannelRow) => ({
  name,
  kind,
  address,
  enabled,
  environments,
  rules,
  keepsQuiet,
  // A new version number means a new target, even if only the secret differs.
  targetVersion: version,
});

/** What an audit event says about a channel: never what leads there. */
export const auditedChannel = auditedRow("alert-channel", told);

import type { App } from "../../../ground/app.ts";
import type { InstallationScope } from "../../../ground/store/scope.ts";
import { signApprovalLink } from "../../../serving/approvals/approval-link.ts";
import { listApprovalEnds, listItems, listRulesNow, readNames, type ClaimedMessage } from "../queries/messages.ts";
import { consoleLink } from "./console-link.ts";
import type { Message, ToldAlert } from "./message.ts";

/** The most alerts of either kind that a message holds. Chats show fewer, and count the rest. */
const mostItems = 100;

/** What a message says now; null: it has nothing to tell any more. */
export async function writeMessage(
  { settings }: Pick<App, "settings">,
  scope: InstallationScope,
  claimed: ClaimedMessage,
): Promise<Message | null> {
  const project = await readNames(scope, claimed.projectId);
  const items = await listItems(scope, claimed.id, mostItems);
  if (project === undefined || items.length === 0) return null;
  const approvals = items.filter(({ rule, told }) => rule === "approval-waits" && told === "firing");
  const ends = await listApprovalEnds(
    scope,
    approvals.map(({ subject }) => subject),
  );
  const shown = (path: string) => consoleLink(settings.publicUrl, claimed.projectId, path);
  const told = items.map(({ told: as, total, ...alert }) => {
    const end = ends.get(alert.subject);
    const link = end === undefined ? null : signApprovalLink(settings.sessionSecret, alert.subject, end);
    const url = link === null ? shown(alert.path) : `${settings.publicUrl}/approvals/${alert.subject}?link=${link}`;
    return { as, total, alert: { ...alert, url } satisfies ToldAlert };
  });
  const of = (as: "firing" | "resolved") => told.filter((one) => one.as === as);
  const rules = await listRulesNow(scope, claimed);
  return {
    id: claimed.id,
    kind: "alerts",
    project,
    url: shown("/alerts"),
    firing: of("firing").map(({ alert }) => alert),
    firingCount: of("firing")[0]?.total ?? 0,
    resolved: of("resolved").map(({ alert }) => alert),
    resolvedCount: of("resolved")[0]?.total ?? 0,
    rules: new Map(rules.map(({ rule, ...now }) => [rule, now])),
  };
}

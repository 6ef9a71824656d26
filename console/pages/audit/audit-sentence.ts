import { auditPhrases } from "@ferrule/contract/help/audit-phrases.ts";
import { environments } from "@ferrule/contract/states.ts";
import type { ItemOf } from "../../api/use-operation.ts";
import { environmentNames } from "../../shell/environment/environment-names.ts";

type Event = Pick<ItemOf<"listAuditEvents">, "action" | "actor" | "target" | "outcome" | "changes">;

export interface AuditSentence {
  /** Who did what, up to the target's name: `ada@acme.example released deployment`. */
  before: string;
  /** The target's name; null if the sentence does not name it. */
  name: string | null;
  /** The rest: ` to Production`. */
  after: string;
}

const strangers = { user: "A deleted user", token: "A token", system: "Ferrule", anonymous: "Somebody" };

const preposition = / ?\b(?:of|into|to|with)$/;

/** What was meant, if it has no name: `the secret *` is `a secret`, and `the policy of *` is `the policy`. */
function unnamed(start: string): string {
  const noun = start.trimEnd().replace(preposition, "");
  if (noun !== start.trimEnd() || noun.endsWith("s")) return noun;
  const bare = noun.replace(/^(?:the|an?) /, "");
  return `${/^(?:[aeio]|MCP)/i.test(bare) ? "an" : "a"} ${bare}`;
}

/** Where it was done, if the event says so. */
function placeOf({ action, changes }: Event): string {
  const named = environments.find((one) => one === changes["target"] || one === changes["environment"]);
  if (named === undefined) return "";
  return ` ${action === "deployment.release" ? "to" : "in"} ${environmentNames[named]}`;
}

/** What an event says, as a sentence. An action without words of its own stands as it is. */
export function auditSentence(event: Event): AuditSentence {
  const { action, actor, target, outcome } = event;
  const who = actor.email ?? strangers[actor.kind];
  const phrase = auditPhrases.get(action);
  const name = target.name || target.id;
  const after = placeOf(event);
  if (phrase === undefined) return { before: `${who}: ${action} `, name: name ?? target.kind, after };
  const { past, plain, object } = phrase;
  const done = outcome === "success" ? `${who} ${past}` : `${who} tried to ${plain}`;
  // At a sign-in, the target is whoever acts.
  if (object === "as *" && (name === null || name === actor.email)) return { before: done, name: null, after };
  const [start = "", end] = object.split("*");
  if (end === undefined) return { before: `${done} ${start}`, name: null, after };
  return name === null
    ? { before: `${done} ${unnamed(start)}`, name: null, after: end + after }
    : { before: `${done} ${start}`, name, after: end + after };
}

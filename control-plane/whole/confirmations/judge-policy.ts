import { sameJson } from "@ferrule/contract/json/same-json.ts";
import { noPermissions } from "@ferrule/contract/internal/permissions.ts";
import { permissionChanges } from "@ferrule/contract/permissions/permission-uses.ts";
import { weakenedApprovals } from "@ferrule/contract/permissions/weakened-approvals.ts";
import type { ConfirmedEffect } from "@ferrule/contract/resources/confirmation.ts";
import type { AuthPolicy } from "@ferrule/contract/resources/runtime-endpoint.ts";
import { adds, note, removes, sidesOf, type Judge } from "./asked-change.ts";

type Policy = Pick<
  AuthPolicy,
  "caller" | "permissions" | "allowedOrigins" | "allowedAddresses" | "limits" | "approvals"
>;

const shown = (value: unknown): string => JSON.stringify(value) ?? "nothing";

function permissionEffects(before: Policy["permissions"], after: Policy["permissions"]): ConfirmedEffect[] {
  if (after === "*") return [adds("Functions may use everything that they declare.")];
  const was = before === "*" ? noPermissions : before;
  const now = permissionChanges(was, after).filter(({ change }) => change !== "removed");
  // Everything was allowed, so a list can only allow less.
  if (before === "*") return [];
  return now.map(({ said }) => adds(said));
}

const added = (before: readonly string[] = [], after: readonly string[] = []): string[] =>
  after.filter((one) => !before.includes(one));

function addressEffects(before: readonly string[] = [], after: readonly string[] = []): ConfirmedEffect[] {
  // An empty list admits every address.
  if (before.length === 0) return [];
  if (after.length === 0) return [adds("Calls may come from every address.")];
  return added(before, after).map((one) => adds(`Calls may come from ${one}.`));
}

/** What a policy allows more than the one before. Whatever we cannot compare counts as more. */
export function widenedBy(before: Partial<Policy>, after: Partial<Policy>): ConfirmedEffect[] {
  const effects: ConfirmedEffect[] = [];
  if (after.caller !== undefined && !sameJson(before.caller, after.caller)) {
    effects.push(
      removes(`Callers until now: ${shown(before.caller)}`),
      adds(`Callers from now on: ${shown(after.caller)}`),
    );
  }
  if (before.permissions !== undefined && after.permissions !== undefined)
    effects.push(...permissionEffects(before.permissions, after.permissions));
  effects.push(
    ...added(before.allowedOrigins, after.allowedOrigins).map((one) => adds(`Pages of ${one} may call it.`)),
  );
  effects.push(...addressEffects(before.allowedAddresses, after.allowedAddresses));
  if (after.limits !== undefined)
    effects.push(
      removes(`Limits until now: ${shown(before.limits)}`),
      adds(`Limits from now on: ${shown(after.limits)}`),
    );
  if (after.approvals !== undefined) {
    effects.push(
      ...weakenedApprovals(before.approvals ?? [], after.approvals).map((name) =>
        adds(`Calls of ${name === "*" ? "everything else" : name} need less approval than before.`),
      ),
    );
  }
  return effects;
}

/**
 * A policy that allows more than before needs a person. In Production every change of a policy does, because callers
 * feel it at once.
 */
export const judgePolicy: Judge = (change) => {
  const { before, after } = sidesOf<Policy>(change);
  if (before === null || after === null || Object.keys(after).length === 0) return null;
  const { environment } = change.body as { environment: string };
  const wider = widenedBy(before, after);
  if (wider.length === 0 && environment !== "production") return null;
  const fields = (Object.keys(after) as (keyof Policy)[]).map((name) => ({
    name,
    before: shown(before[name]),
    after: shown(after[name]),
  }));
  return {
    title: `Change who may call ${change.audit.name ?? "the endpoint"}, and what for.`,
    effects: wider.length > 0 ? wider : [note("It allows nothing more. Callers in Production feel it at once.")],
    detail: { kind: "fields", fields },
    state: before,
  };
};

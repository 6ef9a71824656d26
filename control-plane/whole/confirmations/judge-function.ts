import { permissionChanges } from "@ferrule/contract/permissions/permission-uses.ts";
import type { FunctionDraft } from "@ferrule/contract/resources/function.ts";
import { adds, sidesOf, type Judge } from "./asked-change.ts";

/** A Function that declares a secret, a host, a collection or anything else that it did not declare before. */
export const judgeFunction: Judge = (change) => {
  const { before, after } = sidesOf<FunctionDraft>(change);
  if (after?.permissions === undefined) return null;
  const gained = permissionChanges(before?.permissions ?? null, after.permissions).filter(
    ({ change: kind }) => kind !== "removed",
  );
  if (gained.length === 0) return null;
  const { name } = change.audit;
  return {
    title: before === null ? `Create the Function ${name}, which may use:` : `Let the Function ${name} use more.`,
    effects: gained.map(({ said }) => adds(said)),
    state: before?.permissions ?? null,
  };
};

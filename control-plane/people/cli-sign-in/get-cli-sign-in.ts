import type { Handlers } from "../../ground/handler/handler.ts";
import { networkOf } from "../passwords/network-of.ts";
import { findProjectBySlug } from "../projects/queries.ts";
import { requireWaiting } from "./require-waiting.ts";
import { showUserCode } from "./user-code.ts";

/** What asks to be signed in: its machine, its address and since when, for the person who decides. */
export const getCliSignIn: Handlers["getCliSignIn"] = async ({ app, actor, ip, params, read }) => {
  const row = await requireWaiting(app, actor.userId, params.userCode);
  const { projectSlug } = row;
  const project = projectSlug === null ? undefined : await read((scope) => findProjectBySlug(scope, projectSlug));
  return {
    id: row.id,
    userCode: showUserCode(row.userCode),
    machine: row.machine,
    projectId: project?.id ?? null,
    validDays: row.validDays,
    ip: row.ip,
    isNear: row.ip !== null && ip !== null && networkOf(row.ip) === networkOf(ip),
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  };
};

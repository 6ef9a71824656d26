import type { Role } from "@ferrule/contract/states.ts";

/** Describes in words what each role may do. The operation table decides what is allowed. */
export const roleTexts: Record<Role, { label: string; text: string }> = {
  owner: { label: "Owner", text: "Full access. Can also delete Projects and manage other owners." },
  admin: {
    label: "Admin",
    text: "Manages users, Projects, policies, keys and the audit log, and does everything developers and operators can. Cannot manage owners or delete Projects.",
  },
  developer: {
    label: "Developer",
    text: "Writes Functions, bindings, Libraries, collections and crons. Tests, deploys and manages secrets in Development. Read-only in Production.",
  },
  operator: {
    label: "Operator",
    text: "Runs Production: releases, rolls back, manages secrets and records, runs crons, clears the cache and disables endpoints. Cannot edit code.",
  },
};

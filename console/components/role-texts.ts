import type { Role } from "@ferrule/contract/states.ts";

/** What each role may do, in words; the tables that decide are the operations' own. */
export const roleTexts: Record<Role, { label: string; text: string }> = {
  owner: { label: "Owner", text: "Everything: also deletes Projects, and makes, changes and disables other owners." },
  admin: {
    label: "Admin",
    text: "Users, Projects, policies and keys, the audit log, and all that developers and operators do. Touches no owner, deletes no Project.",
  },
  developer: {
    label: "Developer",
    text: "Writes Functions, bindings, Libraries, collections and crons; tests and deploys in Development and keeps its secrets. Reads Production, changes nothing there.",
  },
  operator: {
    label: "Operator",
    text: "Runs Production: releases, rolls back, keeps its secrets and records, runs crons, empties the cache, disables endpoints. Writes no code.",
  },
};

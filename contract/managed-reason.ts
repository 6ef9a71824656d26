import type { ManagedFrom } from "./resources/managed-from.ts";

/** Why nobody may edit a Project that is managed from git, and where to edit it. The API and the console say the same. */
export const managedReason = ({ url, branch }: ManagedFrom): string =>
  `This Project is managed from git (${url}, branch ${branch}). Change it there and push, or take it back in Settings → Project.`;

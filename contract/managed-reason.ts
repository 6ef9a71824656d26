import type { ManagedFrom } from "./resources/managed-from.ts";

/**
 * Why nobody may edit a Project that git manages, and where to edit it instead. The API and the console use the same
 * sentence.
 */
export const managedReason = ({ url, branch }: ManagedFrom): string =>
  `This Project is managed from git (${url}, branch ${branch}). Change it there and push, or take it back in Settings → Project.`;

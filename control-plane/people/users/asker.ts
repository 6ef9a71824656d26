import type { Selectable } from "kysely";
import type { ProjectTable } from "../../ground/store/tables/projects.ts";
import type { UserRow } from "./queries.ts";

type ProjectRow = Selectable<ProjectTable>;

/** The caller as every request needs it: the user without the password's hash, and the active Project. */
export interface Asker {
  user: Pick<UserRow, "id" | "email" | "role" | "status" | "mustChangePassword">;
  project: Pick<ProjectRow, "id" | "status" | "managedFrom"> | null;
}

/** The columns of a statement that joins `users` as `user` and `projects` as `project`. */
export const askerColumns = [
  "user.id as userId",
  "user.email",
  "user.role",
  "user.status",
  "user.mustChangePassword",
  "project.id as projectId",
  "project.status as projectStatus",
  "project.managedFrom",
] as const;

type AskerRow = Omit<Asker["user"], "id"> & {
  userId: string;
  projectId: string | null;
  projectStatus: ProjectRow["status"] | null;
  managedFrom: ProjectRow["managedFrom"];
};

/** The caller, from a row of these columns. */
export const toAsker = ({ userId, email, role, status, mustChangePassword, ...row }: AskerRow): Asker => ({
  user: { id: userId, email, role, status, mustChangePassword },
  project:
    row.projectId === null || row.projectStatus === null
      ? null
      : { id: row.projectId, status: row.projectStatus, managedFrom: row.managedFrom },
});

import type { ProjectScope } from "../../../ground/store/scope.ts";

/** The log of a deployment, oldest line first. */
export const listLog = ({ tx }: ProjectScope, deploymentId: string) =>
  tx
    .selectFrom("deploymentLog")
    .select(["at", "level", "message", "data"])
    .where("deploymentId", "=", deploymentId)
    .orderBy("sequence")
    .execute();

/** The revision of each Function in a deployment. */
export const listRevisions = ({ tx, projectId }: ProjectScope, deploymentId: string) =>
  tx
    .selectFrom("deploymentFunctions")
    .select(["functionId", "revision"])
    .where("deploymentId", "=", deploymentId)
    .where("projectId", "=", projectId)
    .orderBy("functionId")
    .execute();

import type { Client } from "@ferrule/contract/client.ts";
import type { Role } from "@ferrule/contract/states.ts";
import { startTestControlPlane, type TestControlPlane } from "./test-control-plane.ts";

export interface InProject {
  plane: TestControlPlane;
  projectId: string;
  /** The client of a new user with the role, in the Project. */
  client: Client;
}

/** A test control plane with one Project, and a user of this role signed in to it. */
export async function startInProject(role: Role, given?: TestControlPlane): Promise<InProject> {
  const plane = given ?? (await startTestControlPlane());
  const { id: projectId } = await plane.createProject();
  return { plane, projectId, client: await plane.signInAs(role, projectId) };
}

import type { Client } from "@ferrule/contract/client.ts";
import type { Role } from "@ferrule/contract/states.ts";
import { startTestControlPlane, type TestControlPlane } from "./test-control-plane.ts";

export interface InProject {
  plane: TestControlPlane;
  projectId: string;
  /** A new user's of the role, on the Project. */
  client: Client;
}

/** A control plane of the tests with one Project, and somebody of this role signed in to it. */
export async function startInProject(role: Role): Promise<InProject> {
  const plane = await startTestControlPlane();
  const { id: projectId } = await plane.createProject();
  return { plane, projectId, client: await plane.signInAs(role, projectId) };
}

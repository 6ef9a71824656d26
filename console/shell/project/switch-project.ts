import { api } from "../../api/api.ts";
import { queryClient } from "../../api/query-client.ts";
import { session } from "../../api/session.ts";
import { announceProject } from "../../api/tab-project.ts";

/** Switches this session, and with it this tab, to another Project, and tells the other tabs. @throws ApiError */
export async function switchProject(projectId: string): Promise<void> {
  await api.selectProject({ params: { projectId } });
  await refreshMe();
  announceProject(projectId);
}

/** Reads the signed-in user and the active Project again, and forgets cached data of another Project. */
export async function refreshMe(): Promise<void> {
  const before = session.get();
  const me = await api.getMe();
  const same = before.kind === "signed-in" && before.me.activeProject?.id === me.activeProject?.id;
  session.begin(me);
  if (!same) queryClient.clear();
}

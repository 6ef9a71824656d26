import type { App } from "../../ground/app.ts";
import { cancelBuilds, holdPreviews, isEnded, listEnded, removePreview } from "./queries/previews.ts";

/** Ends the previews that nobody has served again in time. Two replicas may do it at once. */
export async function endPreviews({ store, log }: App): Promise<void> {
  for (const { id, projectId, name } of await store.inInstallation(listEnded)) {
    await store.inProject(projectId, async (scope) => {
      await holdPreviews(scope);
      // Somebody may have served it again meanwhile.
      if (!(await isEnded(scope, id))) return;
      await cancelBuilds(scope, id);
      await removePreview(scope, id);
      log.info({ projectId, preview: name }, "a preview ended, because nobody served it for a day");
    });
  }
}

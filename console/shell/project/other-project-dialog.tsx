import { useMe } from "../../api/session.ts";
import { otherProject } from "../../api/tab-project.ts";
import { useOperation } from "../../api/use-operation.ts";
import { Button } from "../../components/button/button.tsx";
import { Dialog } from "../../components/overlay/dialog.tsx";
import { toastError } from "../../components/overlay/toast.tsx";
import { refreshMe, switchProject } from "./switch-project.ts";

/**
 * Another tab has switched the session to another Project. This tab shows and writes nothing until the user decides.
 */
export function OtherProjectDialog() {
  const other = otherProject.use();
  const { activeProject } = useMe();
  const { data } = useOperation(
    "listProjects",
    { query: { ids: other ?? "", limit: 1 } },
    // The other tab may have just created the Project to which it switched.
    { enabled: other !== null, staleTime: 0 },
  );
  const name = data?.items[0]?.name ?? "another Project";
  return (
    <Dialog
      open={other !== null}
      size="sm"
      title={`${name} is now the active Project`}
      description={`Another tab switched to ${name}, and a session works on one Project at a time. This tab still shows ${activeProject?.name ?? "none"}. Nothing was changed in either Project.`}
      footer={
        <>
          <Button onClick={() => void refreshMe().catch(toastError)}>Show {name} here</Button>
          {activeProject && (
            <Button kind="primary" onClick={() => void switchProject(activeProject.id).catch(toastError)}>
              Switch back to {activeProject.name}
            </Button>
          )}
        </>
      }
    />
  );
}

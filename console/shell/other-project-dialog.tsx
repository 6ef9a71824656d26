import { useMe } from "../api/session.ts";
import { otherProject } from "../api/tab-project.ts";
import { useOperation } from "../api/use-operation.ts";
import { Button } from "../components/button.tsx";
import { Dialog } from "../components/dialog.tsx";
import { toastError } from "../components/toast.tsx";
import { refreshMe, switchProject } from "./switch-project.ts";

/** Another tab has turned the session to another Project: this one shows nothing of it and writes nothing until told. */
export function OtherProjectDialog() {
  const other = otherProject.use();
  const { activeProject } = useMe();
  const { data } = useOperation(
    "listProjects",
    { query: { status: "active", limit: 200 } },
    // The other tab may have made the Project it turned to.
    { enabled: other !== null, staleTime: 0 },
  );
  const name = data?.items.find(({ id }) => id === other)?.name ?? "another Project";
  return (
    <Dialog
      open={other !== null}
      size="sm"
      title={`${name} is the active Project now`}
      description={`Another tab has turned to ${name}, and one session works on one Project at a time. This tab still shows ${activeProject?.name ?? "none"}; nothing has been changed in either.`}
      footer={
        <>
          <Button onClick={() => void refreshMe().catch(toastError)}>Show {name} here</Button>
          {activeProject && (
            <Button kind="primary" onClick={() => void switchProject(activeProject.id).catch(toastError)}>
              Turn back to {activeProject.name}
            </Button>
          )}
        </>
      }
    />
  );
}

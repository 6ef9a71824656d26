import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useListed } from "../../api/use-listed.ts";
import { Button } from "../../components/button/button.tsx";
import { Card, Facts } from "../../components/card.tsx";
import { Mono } from "../../components/mono.tsx";
import { Page } from "../../components/page.tsx";
import { toastError } from "../../components/overlay/toast.tsx";
import { useEnvironment } from "../../shell/environment/environment.ts";
import { environmentNames } from "../../shell/environment/environment-names.ts";
import { switchProject } from "../../shell/project/switch-project.ts";

/** Where an agent's link leads: which secret it asks for, and of which Project. From here, the person enters its value. */
export function SecretRequestPage() {
  const { projectId } = useParams({ from: "/secret-request/$projectId" });
  const { name = "" } = useSearch({ from: "/secret-request/$projectId" });
  const environment = useEnvironment();
  const project = useListed("listProjects", projectId);
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  const enter = () => {
    setBusy(true);
    switchProject(projectId)
      .then(() => navigate({ to: "/secrets", search: { create: true, name } }), toastError)
      .finally(() => setBusy(false));
  };
  return (
    <Page
      title={`A secret is needed: ${name}`}
      description="An agent asks you to enter its value. It never sees the value."
    >
      <Card title="Which secret">
        <div className="grid gap-4">
          <Facts
            items={[
              ["Project", project?.name ?? "…"],
              ["Environment", environmentNames[environment]],
              ["Name", <Mono key="name">{name}</Mono>],
            ]}
          />
          <p className="text-sm text-muted">
            Enter it only if you know what it is for. Functions that you allow can read it.
          </p>
          <Button kind="primary" className="justify-self-start" busy={isBusy} onClick={enter}>
            Enter its value
          </Button>
        </div>
      </Card>
    </Page>
  );
}

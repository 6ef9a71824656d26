import { Plus } from "lucide-react";
import { useState } from "react";
import { useDisabledReason } from "../../api/disabled-reason.ts";
import { Button } from "../../components/button/button.tsx";
import { lazyPart } from "../../components/lazy-part.tsx";
import { useEnvironment } from "../../shell/environment/environment.ts";

const NewSecret = lazyPart(() => import("./new-secret.tsx"), "NewSecret");

/** Beside a list of secrets: creates one more in the chosen environment, and hands on its name. */
export function MakeSecret({ onMade }: { onMade: (name: string) => void }) {
  const environment = useEnvironment();
  const [isMaking, setMaking] = useState(false);
  return (
    <>
      <Button
        icon={Plus}
        disabledReason={useDisabledReason("createSecret", environment)}
        onClick={() => setMaking(true)}
      >
        New secret
      </Button>
      {isMaking && <NewSecret environment={environment} name="" onClose={() => setMaking(false)} onCreated={onMade} />}
    </>
  );
}

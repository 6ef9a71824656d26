import { Plus } from "lucide-react";
import { useState } from "react";
import { useDisabledReason } from "../../api/disabled-reason.ts";
import { Button } from "../../components/button/button.tsx";
import { lazyPart } from "../../components/lazy-part.tsx";
import { useEnvironment } from "../../shell/environment/environment.ts";

const NewConnection = lazyPart(() => import("./new-connection.tsx"), "NewConnection");

/** Beside a list of connections: creates one more in the chosen environment, and hands on its name. */
export function MakeConnection({ onMade }: { onMade: (name: string) => void }) {
  const environment = useEnvironment();
  const [isMaking, setMaking] = useState(false);
  const made = ({ name }: { name: string }) => {
    setMaking(false);
    onMade(name);
  };
  return (
    <>
      <Button
        icon={Plus}
        disabledReason={useDisabledReason("createConnection", environment)}
        onClick={() => setMaking(true)}
      >
        New connection
      </Button>
      {isMaking && <NewConnection environment={environment} onClose={() => setMaking(false)} onCreated={made} />}
    </>
  );
}

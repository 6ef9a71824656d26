import type { Environment } from "@ferrule/contract/states.ts";
import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { loadChunk } from "../../../../api/load-chunk.ts";
import { Button } from "../../../../components/button/button.tsx";
import { ErrorNote } from "../../../../components/show/error-note.tsx";
import { environmentNames } from "../../../../shell/environment/environment-names.ts";
import type { Endpoint } from "../../endpoint.ts";
import type { Target } from "../client.ts";

interface BundleButtonProps {
  endpoint: Endpoint;
  environment: Environment;
  target: Target;
}

/** Saves a bundle that adds the endpoint to Claude Desktop. The bundle has no key. */
export function BundleButton({ endpoint, environment, target: { name, url, key } }: BundleButtonProps) {
  const asksKey = key !== null;
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      const { saveBundle } = await loadChunk(() => import("./save-bundle.ts"));
      await saveBundle({ name, url, asksKey, title: `${endpoint.name} (${environmentNames[environment]})` });
    },
  });
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button icon={Download} busy={isPending} onClick={() => mutate()}>
        Download for Claude Desktop
      </Button>
      <span className="text-xs text-muted">
        Open it in Claude Desktop{asksKey && ", which asks for the key"}. Nothing else is needed, not even Node.
      </span>
      {error && <ErrorNote error={error} />}
    </div>
  );
}

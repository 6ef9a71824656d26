import { keepPreviousData } from "@tanstack/react-query";
import { environments, type Environment } from "@ferrule/contract/states.ts";
import { Ban, OctagonX, Play } from "lucide-react";
import { useDisabledReason } from "../../api/disabled-reason.ts";
import { useMe } from "../../api/session.ts";
import { useOperation } from "../../api/use-operation.ts";
import { environmentNames } from "../environment/environment-names.ts";
import type { Entry } from "./palette-entry.ts";
import { paletteQuestion, type PaletteQuestion } from "./palette-question.ts";
import { verbOf } from "./verb-of.ts";

type Found = PaletteQuestion["found"];

/** Which of the found things the user may disable or stop. */
function useAllowed() {
  const may = {
    disable: useDisabledReason("disableRuntimeEndpoint"),
    enable: useDisabledReason("enableRuntimeEndpoint"),
    mcp: useDisabledReason("updateMcpBinding"),
    http: useDisabledReason("updateHttpBinding"),
    stop: {
      development: useDisabledReason("stopRuntimeEndpoint", "development"),
      production: useDisabledReason("stopRuntimeEndpoint", "production"),
    },
    cron: {
      development: useDisabledReason("updateCronBinding", "development"),
      production: useDisabledReason("updateCronBinding", "production"),
    },
  };
  return (verb: PaletteQuestion["verb"], { kind, detail }: Found, environment: Environment): boolean => {
    if (verb === "stop") return kind === "endpoint" && may.stop[environment] === null;
    if (kind === "endpoint") return may[verb] === null;
    if (kind === "route") return may.http === null;
    if (kind === "tool" || kind === "resource" || kind === "prompt") return may.mcp === null;
    return kind === "cron" && may.cron[detail.endsWith("production") ? "production" : "development"] === null;
  };
}

const looks = {
  disable: { icon: Ban, says: "Disable" },
  enable: { icon: Play, says: "Enable" },
  stop: { icon: OctagonX, says: "Emergency stop of" },
};

/** What `disable`, `enable` or `stop` and a name can do: a line for each thing of that name. Each asks before it acts. */
export function useVerbEntries(text: string): { entries: Entry[]; isFetching: boolean } {
  const { activeProject } = useMe();
  const isAllowed = useAllowed();
  const said = verbOf(text);
  const name = said?.name ?? "";
  const { data, isFetching } = useOperation(
    "search",
    { query: { q: name } },
    { enabled: name !== "" && activeProject?.status === "active", placeholderData: keepPreviousData, staleTime: 2_000 },
  );
  if (said === null || name === "") return { entries: [], isFetching: false };
  const { verb } = said;
  const { icon, says } = looks[verb];
  const places: readonly Environment[] = verb === "stop" ? environments.toReversed() : ["development"];
  const entries = (data?.items ?? []).flatMap((found) =>
    places
      .filter((environment) => isAllowed(verb, found, environment))
      .map((environment) => ({
        value: `${verb} ${environment} ${found.id}`,
        label: `${says} ${found.name}${verb === "stop" ? ` in ${environmentNames[environment]}` : ""}`,
        detail: found.detail,
        icon,
        run: () => paletteQuestion.set({ verb, found, environment }),
      })),
  );
  return { entries, isFetching };
}

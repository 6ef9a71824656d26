import { useOperation, usePages } from "../../api/use-operation.ts";
import type { PickSource } from "../../components/choose/pick-source.ts";
import type { Choice } from "../../components/choose/select.tsx";
import { useEnvironment } from "../../shell/environment/environment.ts";

const fits = ({ label, detail = "" }: Choice<string>, text: string) =>
  `${label} ${detail}`.toLowerCase().includes(text.trim().toLowerCase());

interface Deployed {
  id: string;
  number: number;
  kind: string;
  message: string;
}
const deploymentChoice = ({ id, number, kind, message }: Deployed): Choice<string> => ({
  value: id,
  label: `#${number}`,
  detail: message === "" ? kind : `${kind} · ${message}`,
});

/** The deployments of the environment, newest first. The server lists them; the text narrows what is loaded. */
export const deploymentSource: PickSource = {
  none: "Nothing was deployed here yet.",
  useFound(text, enabled) {
    const query = { target: useEnvironment(), limit: 100 };
    const { items, error, isFetching, hasMore, more } = usePages("listDeployments", { query }, { enabled });
    const choices = items?.map(deploymentChoice).filter((choice) => fits(choice, text));
    return { choices, error, isFetching, hasMore, more };
  },
  useChosen(value) {
    const input = { params: { projectDeploymentId: value ?? "" } };
    const { data } = useOperation("getDeployment", input, { enabled: value !== null, staleTime: 60_000 });
    return data && deploymentChoice(data);
  },
};

const dayMs = 86_400_000;
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);

/** The tools and routes that were called in the last 90 days, the most called first. */
export const targetSource: PickSource = {
  none: "No tool or route was called in the last 90 days.",
  useFound(text, enabled) {
    const now = Date.now();
    const query = { environment: useEnvironment(), by: "tool", from: dayOf(now - 89 * dayMs), to: dayOf(now) };
    const { data, error, isFetching } = useOperation("getUsage", { query }, { enabled, staleTime: 30_000 });
    const choices = data?.items.flatMap(({ tool }): Choice<string>[] =>
      tool?.bindingId ? [{ value: tool.bindingId, label: tool.name }] : [],
    );
    return {
      choices: choices?.filter((choice) => fits(choice, text)),
      error,
      isFetching,
      hasMore: false,
      more: () => {},
    };
  },
  useChosen(value) {
    // Its newest call has its name, whichever endpoint it belongs to.
    const query = { bindingId: value ?? "", limit: 1 };
    const { data } = useOperation("listExecutions", { query }, { enabled: value !== null, staleTime: 60_000 });
    const called = data?.items[0]?.called;
    return value === null || !called ? undefined : { value, label: called };
  },
};

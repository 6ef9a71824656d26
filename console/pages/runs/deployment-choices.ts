import type { Environment } from "@ferrule/contract/states.ts";
import { useOperation, type ItemOf } from "../../api/use-operation.ts";
import type { PickSource } from "../../components/choose/pick-source.ts";

type Deployment = ItemOf<"listDeployments">;

const labelOf = ({ number, message }: Deployment) => (message === "" ? `#${number}` : `#${number} ${message}`);

/**
 * The latest completed deployments of an environment, the latest first.
 * @param enabled no request is made before
 */
export const useDeployments = (environment: Environment, enabled: boolean) =>
  useOperation(
    "listDeployments",
    { query: { target: environment, status: "completed", limit: 100 } },
    { enabled, staleTime: 30_000 },
  );

const sourceIn = (environment: Environment): PickSource => ({
  none: "Nothing has been deployed here yet.",
  useFound(text, enabled) {
    const { data, error, isFetching } = useDeployments(environment, enabled);
    const found = data?.items.filter((one) => labelOf(one).toLowerCase().includes(text.toLowerCase()));
    return {
      choices: found?.map((one) => ({ value: one.id, label: labelOf(one), detail: one.kind })),
      error,
      isFetching,
      hasMore: false,
      more: () => {},
    };
  },
  useChosen(value) {
    const { data } = useOperation(
      "getDeployment",
      { params: { projectDeploymentId: value ?? "" } },
      { enabled: value !== null, staleTime: 60_000 },
    );
    return data === undefined ? undefined : { value: data.id, label: `#${data.number}` };
  },
});

/** Deployments to choose one of, by their numbers and messages. */
export const deploymentSources: Readonly<Record<Environment, PickSource>> = {
  development: sourceIn("development"),
  production: sourceIn("production"),
};

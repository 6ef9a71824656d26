import type { AnswerOf } from "../../../api/use-operation.ts";
import { TestSteps } from "../../../components/show/test-steps.tsx";

type Step = AnswerOf<"testIdentityProvider">["steps"][number];

const names: Record<Step["step"], string> = {
  discovery: "Provider",
  keys: "Keys",
  client: "Client",
  redirect: "Redirect address",
  claims: "Claims",
};

/** The result of a provider's test, step by step. */
export const ProviderSteps = ({ steps }: { steps: readonly Step[] }) => (
  <TestSteps steps={steps.map(({ step, ...found }) => ({ label: names[step], ...found }))} />
);

import type { AlertRule } from "@ferrule/contract/resources/alert.ts";
import type { Environment } from "@ferrule/contract/states.ts";

/** Something that is wrong now. The same rule and subject in a Project are the same cause. */
export interface Cause {
  projectId: string;
  rule: AlertRule;
  environment: Environment | null;
  subject: string;
  /** One line for a message. It names nothing that a tenant or a caller chose. */
  title: string;
  detail: string;
  /** The page of the console that shows it, with the Project's environment. */
  path: string;
}

import { auditedRow } from "../../ground/handler/audited-changes.ts";
import type { SecretRow } from "./queries/secrets.ts";

const told = ({ name, environment, version, fingerprint }: SecretRow) => ({ name, environment, version, fingerprint });

/** What an audit event says about a secret: its place and version, never its value. */
export const auditedSecret = auditedRow("secret", told, { always: ({ environment }) => ({ environment }) });

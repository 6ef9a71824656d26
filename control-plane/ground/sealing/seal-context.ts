import type { Environment } from "@ferrule/contract/states.ts";

export type { Sealed } from "../store/tables/sealed.ts";

/**
 * The identity to which a sealed value is bound. Nobody can open it as that of another Project, environment, secret or
 * version.
 */
export interface SealContext {
  projectId: string;
  environment: Environment;
  secretId: string;
  name: string;
  version: number;
}

const bind = (parts: readonly (string | number)[]) => Buffer.from(JSON.stringify(parts));
const place = ({ projectId, environment, secretId, name, version }: SealContext) =>
  [projectId, environment, secretId, name, version] as const;

/** The associated data of a value's ciphertext. */
export const valueContext = (context: SealContext): Buffer => bind(["ferrule.secret.value.1", ...place(context)]);

/** The associated data of a wrapped data key. */
export const keyContext = (context: SealContext, keyId: string): Buffer =>
  bind(["ferrule.secret.key.1", keyId, ...place(context)]);

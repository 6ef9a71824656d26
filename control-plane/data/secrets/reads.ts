import type { Handlers } from "../../ground/handler/handler.ts";
import { wishedPage } from "../../ground/handler/list-page.ts";
import { listMissingNames, missingSecrets, listSecretRows, findSecret } from "./queries/secrets.ts";
import { listSigningSecrets } from "./queries/signing-secrets.ts";
import { describeSecrets, describeSecret } from "./describe-secrets.ts";
import { found } from "../../ground/handler/not-found.ts";

const mostNames = 200;
const mostEndpoints = 10;

/**
 * The secrets that the environment lacks, although Functions declare them or its policies verify signatures with them.
 */
export const listMissingSecrets: Handlers["listMissingSecrets"] = async ({ scope, query: { environment } }) => {
  const signing = Map.groupBy(await listSigningSecrets(scope, environment), ({ secretName }) => secretName);
  const unsigned = new Set(await missingSecrets(scope, scope.projectId, environment, [...signing.keys()]));
  const verifiedBy = (name: string) =>
    unsigned.has(name)
      ? (signing.get(name) ?? [])
          .slice(0, mostEndpoints)
          .map(({ endpointId, endpointName }) => ({ id: endpointId, name: endpointName }))
      : [];
  const asked = await listMissingNames(scope, environment);
  const known = new Set(asked.map(({ name }) => name));
  const others = [...unsigned].filter((name) => !known.has(name)).map((name) => ({ name, functions: 0, askedBy: [] }));
  const items = [...asked, ...others].map((one) => ({ ...one, verifiedBy: verifiedBy(one.name) }));
  return { items: items.sort((one, other) => (one.name < other.name ? -1 : 1)).slice(0, mostNames) };
};

/** The Project's secrets, newest first, metadata only. */
export const listSecrets: Handlers["listSecrets"] = ({ scope, query }) =>
  wishedPage(
    query,
    `secrets:${scope.projectId}`,
    (wish) => listSecretRows(scope, { ...wish, name: wish.names }),
    (rows) => describeSecrets(scope, rows),
  );

export const getSecret: Handlers["getSecret"] = async ({ scope, params }) =>
  describeSecret(scope, found(await findSecret(scope, params.secretId)));

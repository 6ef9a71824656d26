import { sql } from "kysely";
import { awaitTarget } from "@ferrule/control-plane/releases/deployments/queries/target-activation.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import { buildQueued } from "../answering-worker.ts";
import { fresh, type Site } from "../site.ts";
import type { Prepared, Recipes } from "../recipe.ts";

/**
 * A deployment that is queued. For target production, we write it as a release's transaction would leave it. No job
 * works on it, so its time lies in the future: otherwise it would count as interrupted.
 */
async function queued(site: Site, target: Environment): Promise<string> {
  const { id } = await site.owner.client.createDeployment({ body: { message: fresh("deployment") } });
  if (target === "development") return id;
  const release = identifier("dep");
  await site.controlPlane.app.store.inProject(site.projectId, ({ tx }) =>
    sql`insert into deployments (id, project_id, number, target, kind, status, source_deployment_id, updated_at)
      select ${release}, project_id, number + 1, 'production', 'release', 'queued', id, now() + interval '1 hour' from deployments where id = ${id}
    `.execute(tx),
  );
  return release;
}

/** Ends the deployment that keeps Production in `activating`. */
let endActivation: () => Promise<void> = async () => {};

/** A completed deployment of Development. */
async function completed(site: Site): Promise<string> {
  await endActivation();
  const { id } = await site.owner.client.createDeployment({ body: { message: fresh("deployment") } });
  const params = { projectDeploymentId: id };
  // The first build in the queue may belong to another Project.
  while ((await site.owner.client.getDeployment({ params })).status !== "completed")
    await buildQueued(site.controlPlane);
  return id;
}

/** Releases the drafts to Production. */
export const released = async (site: Site): Promise<string> =>
  (await site.owner.client.releaseDeployment({ body: { projectDeploymentId: await completed(site) } })).id;

/** Projects and targets with a deployment, so that the next one has one to return to. */
const deployed = new Set<string>();

/** Two different deployments of the target; the second is active. */
async function returnable(site: Site, target: Environment): Promise<Prepared> {
  const deploy = target === "development" ? completed : released;
  const place = `${site.projectId} ${target}`;
  if (!deployed.has(place)) await deploy(site);
  deployed.add(place);
  await site.createTool();
  return { params: { projectDeploymentId: await deploy(site) }, body: { reason: fresh("reason") } };
}

/** The request, during the activation of another deployment of Production. */
async function whileActivating(site: Site, prepared: Prepared): Promise<Prepared> {
  const [began, ending] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const activating = site.controlPlane.app.store.inInstallation(async (scope) => {
    await awaitTarget(scope, site.projectId, "production");
    began.resolve();
    await ending.promise;
  });
  endActivation = async () => {
    ending.resolve();
    await activating;
  };
  // After the last request no other one resolves this, so a timer does. `unref`: it does not keep the program running.
  setTimeout(ending.resolve, 5_000).unref();
  await began.promise;
  return prepared;
}

const release = async (site: Site): Promise<Prepared> => ({
  body: { projectDeploymentId: await completed(site), message: fresh("release") },
});

export const deploymentRecipes = {
  listDeployments: { prepare: async () => ({ query: { target: "development" } }) },
  createDeployment: {
    prepare: async () => ({ body: { message: fresh("deployment") } }),
    other: () => ({ message: "Another one." }),
  },
  getDeployment: {
    prepare: async ({ site }) => ({ params: { projectDeploymentId: await queued(site, "development") } }),
  },
  getDeploymentOffers: {
    prepare: async ({ site }) => ({ params: { projectDeploymentId: await completed(site) } }),
  },
  cancelDeployment: {
    prepare: async ({ site }) => ({ params: { projectDeploymentId: await queued(site, "development") } }),
    inEnvironment: async ({ site }, environment) => ({
      params: { projectDeploymentId: await queued(site, environment) },
    }),
    refusals: {
      INVALID_STATE: async ({ site }) => {
        const params = { projectDeploymentId: await queued(site, "development") };
        await site.owner.client.cancelDeployment({ params });
        return { params };
      },
    },
  },
  releaseDeployment: {
    prepare: ({ site }) => release(site),
    other: (body: object) => ({ ...body, message: "Another one." }),
    refusals: {
      NOT_FOUND: async () => ({ body: { projectDeploymentId: identifier("dep") } }),
      INVALID_STATE: async ({ site }) => ({ body: { projectDeploymentId: await queued(site, "development") } }),
      DEPLOYMENT_IN_PROGRESS: async ({ site }) => whileActivating(site, await release(site)),
    },
  },
  rollbackDeployment: {
    prepare: ({ site }) => returnable(site, "development"),
    other: () => ({ reason: "Another one." }),
    inEnvironment: ({ site }, environment) => returnable(site, environment),
    refusals: {
      INVALID_STATE: async ({ site }) => ({ params: { projectDeploymentId: await queued(site, "development") } }),
      DEPLOYMENT_IN_PROGRESS: async ({ site }) => whileActivating(site, await returnable(site, "production")),
    },
  },
  previewDeployment: {
    prepare: async ({ site }) => ({ query: { target: "production", projectDeploymentId: await completed(site) } }),
    refusals: {
      NOT_FOUND: async () => ({ query: { projectDeploymentId: identifier("dep") } }),
      INVALID_STATE: async ({ site }) => ({ query: { projectDeploymentId: await queued(site, "development") } }),
    },
  },
  checkDrafts: { prepare: async () => ({ body: {} }), waitsForWorker: true },
  countPendingChanges: { prepare: async () => ({}) },
} satisfies Partial<Recipes>;

import { environments } from "@ferrule/contract/states.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { originOf } from "../../people/projects/origin-of.ts";
import { listTargets } from "./queries.ts";

/** The active artifact of each environment of the Project, and its base URLs. */
export const listEnvironments: Handlers["listEnvironments"] = async ({ app, scope }) => {
  const { slug, targets } = await listTargets(scope);
  const items = environments.map((name) => {
    const target = targets.find(({ environment }) => environment === name);
    return {
      name,
      activeDeploymentId: target?.deploymentId ?? null,
      pinned: target?.pinned ?? false,
      urls: {
        mcp: `${app.settings.publicUrl}/mcp/${name}/${slug}`,
        http: `${originOf(app.settings, "http", name, slug)}/http/${name}/${slug}`,
      },
    };
  });
  return { items };
};

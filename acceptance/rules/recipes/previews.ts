import type { GivenProjectSource } from "@ferrule/contract/resources/project-source.ts";
import { sql } from "kysely";
import type { Prepare, Recipes } from "../recipe.ts";
import { fresh, type Site } from "../site.ts";
import { conflicting } from "./project-source.ts";

/** A source with one Function, which nothing calls: no worker has to build anything. */
const quiet = (): GivenProjectSource => ({
  apiVersion: "ferrule/v1",
  functions: [{ slug: fresh("previewed"), name: "Previewed", source: "export default () => 1;" }],
});

const serve = (site: Site) =>
  site.owner.client.servePreview({ params: { name: fresh("preview") }, body: { source: quiet() } });

/** Makes room again in a Project that has as many previews as it may. */
let makeRoom = async (): Promise<void> => {};

const one: Prepare = async ({ site }) => {
  await makeRoom();
  const { name, id } = await serve(site);
  return { params: { name }, target: id };
};

/** The request, in a Project that has as many previews as it may. */
const full: Prepare = async ({ site }) => {
  const { store } = site.controlPlane.app;
  await store.inProject(site.projectId, ({ tx }) =>
    sql`insert into previews (id, project_id, name, created_by, build_id, status, next_endpoints, ends_at)
      select 'pvw_' || lpad(number::text, 24, '0'), ${site.projectId}, 'full-' || number, ${site.owner.user.id}, 'bld_1',
        'failed', '[]', now() + interval '1 day' from generate_series(1, 50) number`.execute(tx),
  );
  makeRoom = async () => {
    makeRoom = async () => {};
    await store.inInstallation(({ tx }) => sql`delete from previews where name like 'full-%'`.execute(tx));
  };
  return { params: { name: fresh("preview") }, body: { source: quiet() } };
};

export const previewRecipes = {
  listPreviews: {
    prepare: async (scene) => {
      await one(scene);
      return {};
    },
  },
  getPreview: { endsWithProject: true, prepare: one },
  rotatePreviewKey: { prepare: one },
  endPreview: { prepare: one },
  servePreview: {
    belongsTo: "nobody",
    prepare: async (scene) => ({ ...(await one(scene)), body: { source: quiet() } }),
    refusals: {
      CONFLICT: async ({ site }) => ({ params: { name: fresh("preview") }, body: { source: await conflicting(site) } }),
      INVALID_STATE: full,
    },
  },
} satisfies Partial<Recipes>;

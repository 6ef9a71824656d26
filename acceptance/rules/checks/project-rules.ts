import assert from "node:assert/strict";
import test from "node:test";
import type { OperationName } from "@ferrule/contract/operations.ts";
import { changesNothing, mutates, operationOf, refusedWith, sendAs, standing } from "../attempt.ts";
import { recipeOf } from "../recipes.ts";
import { siteOf } from "../site.ts";
import { successOf } from "../success-of.ts";
import type { World } from "../world.ts";

/**
 * A Project in which the session has prepared a request; it was archived afterwards, and the session still has it
 * selected.
 */
async function archived(world: World, name: OperationName) {
  const { controlPlane, mover } = world;
  const { id } = await controlPlane.createProject();
  await mover.client.selectProject({ params: { projectId: id } });
  const prepared = await recipeOf(name).prepare({ site: siteOf(controlPlane, mover, id), asker: mover });
  await mover.client.archiveProject({ params: { projectId: id } });
  return { asker: mover, prepared };
}

/** Checks that the Project comes from the session. */
export function projectRules(world: World, name: OperationName): void {
  if (operationOf(name).scope !== "project") {
    test(`${name}: needs no active Project`, async () => {
      const recipe = recipeOf(name);
      if (recipe.spendsSession) return;
      const asker = world.without.owner;
      const prepared = await recipe.prepare({ site: world.home, asker });
      const answer = await sendAs(world, name, { asker, prepared });
      assert.equal(answer.error, null, answer.text);
      assert.equal(answer.headers.get("x-project-id"), null);
    });
    return;
  }

  test(`${name}: answers for the session's Project and names it in x-project-id`, async () => {
    const { answer } = await successOf(world, name);
    assert.equal(answer.headers.get("x-project-id"), world.home.projectId);
  });

  test(`${name}: 409 PROJECT_NOT_SELECTED without an active Project`, async () => {
    const { prepared } = await standing(world, name);
    refusedWith(await sendAs(world, name, { asker: world.without.owner, prepared }), 409, "PROJECT_NOT_SELECTED");
  });

  if (!mutates(name) || operationOf(name).reads) {
    test(`${name}: still answers in an archived Project`, async () => {
      const answer = await sendAs(world, name, await archived(world, name));
      if (recipeOf(name).endsWithProject === true) refusedWith(answer, 404, "NOT_FOUND");
      else assert.equal(answer.error, null, answer.text);
    });
  }
  if (!mutates(name)) return;

  test(`${name}: 409 PROJECT_MISMATCH when another Project was meant, and nothing is changed`, async () => {
    const attempt = await standing(world, name);
    await changesNothing(world, async () => {
      for (const other of [world.foreign.projectId, "prj_000000000000000000000000", ""]) {
        const options = { headers: { "x-project-id": other } };
        refusedWith(await sendAs(world, name, attempt, options), 409, "PROJECT_MISMATCH");
      }
    });
  });

  if (operationOf(name).reads) return;
  test(`${name}: 409 PROJECT_ARCHIVED in an archived Project, and nothing is changed`, async () => {
    const attempt = await archived(world, name);
    await changesNothing(world, async () => refusedWith(await sendAs(world, name, attempt), 409, "PROJECT_ARCHIVED"));
  });
}

import assert from "node:assert/strict";
import test from "node:test";
import type { OperationName } from "@ferrule/contract/operations.ts";
import type { ManagedFrom } from "@ferrule/contract/resources/managed-from.ts";
import { changesNothing, mutates, operationOf, ready, refusedWith, sendAs, standing } from "../attempt.ts";
import type { World } from "../world.ts";

/** Runs something while git manages the home Project. */
async function whileManaged<T>({ home }: World, run: () => Promise<T>): Promise<T> {
  const manageFrom = (managedFrom: ManagedFrom | null) =>
    home.owner.client.updateProject({ params: { projectId: home.projectId }, body: { managedFrom } });
  await manageFrom({ url: "https://git.acme.example/shop", branch: "main" });
  try {
    return await run();
  } finally {
    await manageFrom(null);
  }
}

/** Checks that a Project that git manages refuses edits of its source, and nothing else. */
export function managedRules(world: World, name: OperationName): void {
  const { scope, reads, whenManaged } = operationOf(name);
  if (scope !== "project" || !mutates(name) || reads) return;

  if (whenManaged === "refused") {
    test(`${name}: 409 INVALID_STATE in a Project that is managed from git, and nothing is changed`, async () => {
      const attempt = await standing(world, name);
      await whileManaged(world, () =>
        changesNothing(world, async () => {
          const { error } = refusedWith(await sendAs(world, name, attempt), 409, "INVALID_STATE");
          assert.match(error?.message ?? "", /git \(https:\/\/git\.acme\.example\/shop, branch main\)/);
        }),
      );
    });
    return;
  }

  test(`${name}: still works in a Project that is managed from git`, async () => {
    const attempt = await ready(world, name);
    const answer = await whileManaged(world, () => sendAs(world, name, attempt));
    assert.equal(answer.error, null, answer.text);
  });
}

import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { runErasures } from "../../../whole/erasures/run-erasures.ts";
import { eventually } from "../../../testing/eventually.ts";
import { startArchivePlane, type OldProject } from "./testing/archive-plane.ts";

describe("erasures of what is archived", () => {
  const its = duringTests(startArchivePlane);
  let project: OldProject;
  beforeEach(async () => {
    its.bucket.state.behave = () => "works";
    project = await its.createProject();
  });
  const reason = "They asked for it.";
  const newest = async () => (await project.client.listErasures({ query: {} })).items[0];
  const finished = () =>
    eventually(async () => {
      await runErasures(its.app).catch(() => undefined);
      const done = await newest();
      return done?.finishedAt === null ? undefined : done;
    });

  test("the objects are written anew, and the old ones are gone; an erasure is not done before", async () => {
    const old = await project.fillDay(40, 9, (n) => ({ tenantId: n % 2 === 0 ? "leaves" : "stays" }));
    await project.fillDay(41, 2, () => ({ tenantId: "leaves" }));
    await its.keep();
    its.bucket.state.behave = (method) => (method === "PUT" ? "refuses" : "works");
    await project.client.createErasure({ body: { subject: "tenant", name: "leaves", reason } });
    await runErasures(its.app).catch(() => undefined);
    assert.equal((await newest())?.finishedAt, null);
    // Written, and the old ones cannot be deleted.
    its.bucket.state.behave = (method) => (method === "DELETE" ? "refuses" : "works");
    await runErasures(its.app).catch(() => undefined);
    await runErasures(its.app).catch(() => undefined);
    assert.equal((await newest())?.finishedAt, null);
    its.bucket.state.behave = () => "works";
    assert.equal((await finished())?.removed["archived"], 7);
    assert.deepEqual(
      (await project.listAll({})).map(({ id }) => id),
      [7, 5, 3, 1].map((n) => old[n]!.id),
    );
    assert.equal(project.objects().length, 1);
    assert.ok(project.lines().every((line) => !line.includes("leaves")));
  });

  test("a caller is known by the names that archived calls show, and nobody else goes", async () => {
    const person = { kind: "jwt" as const, id: null, name: null, issuer: "https://idp.example", subject: "4711" };
    await project.fillDay(40, 6, (n) => ({
      // Only one of the calls says the address; an earlier object has the others.
      caller: n === 5 ? { ...person, subject: "0815" } : person,
    }));
    await its.keep();
    await project.fillDay(41, 1, () => ({ caller: { ...person, email: "ann@acme.example" } }));
    await its.keep();
    await project.client.createErasure({ body: { subject: "caller", name: "ann@acme.example", reason } });
    assert.equal((await finished())?.removed["archived"], 6);
    assert.deepEqual(
      (await project.listAll({})).map(({ caller }) => caller.subject),
      ["0815"],
    );
  });
});

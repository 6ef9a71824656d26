import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import type { InstallationScope } from "../ground/store/scope.ts";
import { somebodyWaits } from "./somebody-waits.ts";
import type { TestControlPlane } from "./test-control-plane.ts";

type InScope = (scope: InstallationScope) => Promise<unknown>;

/** A right, and an action that takes it away at the same moment. */
export interface Race {
  /** Asks for the right through a public door. Returns whether it was given. */
  give: () => Promise<boolean>;
  take: InScope;
  /** How many of the given rights still work. */
  left: InScope;
}

/** `ends`: the action also ends rights that were given before it; otherwise those stay. */
export type Races = Record<string, { ends: boolean; set: () => Promise<Race> }>;

/**
 * Tests for each right that nobody gets it after the action, and that the action sees a right that is just being given.
 */
export function testRaces(planeOf: () => TestControlPlane, races: Races): void {
  const store = () => planeOf().app.store;
  for (const [name, { ends, set }] of Object.entries(races)) {
    test(`${name} first: nothing is given`, async () => {
      const { give, take, left } = await set();
      const had = await store().inInstallation(left);
      let begun: Promise<boolean> | undefined;
      await store().inInstallation(async (scope) => {
        await take(scope);
        begun ??= give();
        await somebodyWaits(scope);
      });
      assert.equal(await begun, false, "it was refused");
      const has = await store().inInstallation(left);
      assert.ok(
        Number(has) === 0 || Number(has) === Number(had) * Number(!ends),
        `${String(has)} are left of ${String(had)}`,
      );
    });

    test(`${name} a moment later: ${ends ? "what was given ends" : "what was given came before"}`, async () => {
      const { give, take, left } = await set();
      const had = await store().inInstallation(left);
      let begun: Promise<boolean> | undefined;
      let taken: Promise<unknown> | undefined;
      await store().inInstallation(async (scope) => {
        // The audit event is the last row that a change writes. So the change waits here with the right in its hand.
        await sql`lock table audit_events in share row exclusive mode`.execute(scope.tx);
        begun ??= give();
        await somebodyWaits(scope);
        taken ??= store().inInstallation(take);
        await somebodyWaits(scope, 2);
      });
      assert.equal(await begun, true, "it was given");
      await taken;
      assert.equal(Number(await store().inInstallation(left)), ends ? 0 : Number(had) + 1);
    });
  }
}

export const counting =
  (query: ReturnType<typeof sql<{ n: number }>>): InScope =>
  async ({ tx }) =>
    Number((await query.execute(tx)).rows[0]?.n);
export const liveGrants = (where: ReturnType<typeof sql>): InScope =>
  counting(sql<{ n: number }>`select count(*) as n from oauth_grants where revoked_at is null and ${where}`);
export const liveSessions = (where: ReturnType<typeof sql>): InScope =>
  counting(sql<{ n: number }>`select count(*) as n from sessions where ${where}`);
export const disable =
  (userId: string): InScope =>
  ({ tx }) =>
    sql`update users set status = 'disabled' where id = ${userId}`.execute(tx);
export const isGiven = (asked: Promise<unknown>): Promise<boolean> =>
  asked.then(
    () => true,
    () => false,
  );
export const isOk = async (asked: Promise<{ status: number }>): Promise<boolean> =>
  [200, 201].includes((await asked).status);

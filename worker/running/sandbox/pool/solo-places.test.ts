import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { soloExecutors, soloOfProject, soloOfTenant, soloOpenToAll } from "../limits.ts";
import { SoloPlaces, type SoloHeld } from "./solo-places.ts";

const held = (count: number, project: string, tenant: string, isIdle = false): SoloHeld[] =>
  Array.from({ length: count }, () => ({ owner: { project, tenant }, isIdle }));
const may = (project: string, tenant: string, taken: SoloHeld[]) => {
  const places = new SoloPlaces();
  return places.mayTake(places.wait({ project, tenant }), taken) !== undefined;
};
const full = Array.from({ length: soloOpenToAll }, (_, n) => held(1, `p${n}`, "t")).flat();

describe("an executor of one's own", () => {
  test("is refused to a tenant, and to a Project, that has its share", () => {
    assert.equal(may("a", "t", held(soloOfTenant, "a", "t")), false);
    assert.equal(may("a", "u", held(soloOfTenant, "a", "t")), true);
    const both = [...held(soloOfTenant, "a", "t"), ...held(soloOfProject - soloOfTenant, "a", "u")];
    assert.equal(may("a", "v", both), false);
    assert.equal(may("b", "t", both), true);
  });

  test("is there for a Project that has none when the others have taken what they may", () => {
    assert.equal(may("p0", "t", full), false);
    assert.equal(may("new", "t", full), true);
    const all = Array.from({ length: soloExecutors }, (_, n) => held(1, `p${n}`, "t")).flat();
    assert.equal(may("new", "t", all), false);
  });

  test("that is idle goes for another, its own Project's first", () => {
    const places = new SoloPlaces();
    const [own] = held(1, "a", "t", true);
    const taken = [...held(1, "b", "t", true), own!, ...held(soloOfTenant - 1, "a", "t")];
    assert.equal(places.mayTake(places.wait({ project: "a", tenant: "t" }), taken)?.end, own);
  });

  test("is had in turns by the Projects that wait", () => {
    const places = new SoloPlaces();
    const owner = (project: string) => ({ project, tenant: "t" });
    const [flood, second, quiet] = [places.wait(owner("x")), places.wait(owner("x")), places.wait(owner("y"))];
    assert.deepEqual(
      [flood, second, quiet].map((place) => places.mayTake(place, []) !== undefined),
      [true, false, false],
    );
    places.take(flood);
    assert.deepEqual(
      [second, quiet].map((place) => places.mayTake(place, []) !== undefined),
      [false, true],
    );
    places.leave(quiet);
    assert.ok(places.mayTake(second, []) !== undefined, "who waits no more holds up nobody");
  });
});

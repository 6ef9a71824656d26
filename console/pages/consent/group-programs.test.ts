import assert from "node:assert/strict";
import { test } from "node:test";
import type { OauthGrant } from "@ferrule/contract/resources/oauth.ts";
import { groupPrograms } from "./group-programs.ts";

const at = (minute: number) => `2026-01-01T00:${String(minute).padStart(2, "0")}:00.000Z`;
const grant = (name: string, minute: number, more: Partial<OauthGrant> = {}): OauthGrant => ({
  id: `ogr_${name}_${minute}`,
  endpointId: "rep_1",
  projectId: "prj_1",
  environment: "development",
  resource: "https://ferrule.example/mcp/development/demo/a",
  user: { id: "usr_1", email: "ada@acme.example" },
  caller: null,
  client: { id: `ocl_${minute}`, name },
  scopes: ["call"],
  createdAt: at(minute),
  lastUsedAt: at(minute),
  byCompany: false,
  status: "active",
  ...more,
});
const shown = (grants: readonly OauthGrant[]) =>
  groupPrograms(grants).map((program) => [program.name, program.grants.map(({ id }) => id)]);

test("a program is one row, though it registered itself anew for each address", () => {
  const other = { resource: "https://ferrule.example/mcp/production/demo/a" };
  assert.deepEqual(shown([grant("Desk", 3), grant("Agent", 2), grant("Desk", 1, other)]), [
    ["Desk", ["ogr_Desk_3", "ogr_Desk_1"]],
    ["Agent", ["ogr_Agent_2"]],
  ]);
});

test("an ended consent is left out where the person has a later one, and stays for another person", () => {
  const ended = { status: "revoked" as const };
  const bob = { ...ended, user: { id: "usr_2", email: "bob@acme.example" } };
  assert.deepEqual(shown([grant("Desk", 1, ended), grant("Desk", 2, bob), grant("Desk", 3)]), [
    ["Desk", ["ogr_Desk_3", "ogr_Desk_2"]],
  ]);
  assert.deepEqual(shown([grant("Desk", 1, ended), grant("Desk", 2, ended)]), [["Desk", ["ogr_Desk_2"]]]);
});

test("what somebody here blocked stays, so that it can be allowed again, as long as nothing is open", () => {
  assert.deepEqual(shown([grant("Desk", 1, { status: "blocked" })]), [["Desk", ["ogr_Desk_1"]]]);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { auditPhrases } from "@ferrule/contract/help/audit-phrases.ts";
import { auditActions } from "./audit-actions.ts";
import { auditSentence } from "./audit-sentence.ts";

const ada = { kind: "user", id: "usr_1", userId: "usr_1", email: "ada@acme.example" } as const;
const nobody = { kind: "anonymous", id: null, userId: null, email: null } as const;
const said = (given: Partial<Parameters<typeof auditSentence>[0]>) => {
  const { before, name, after } = auditSentence({
    action: "secret.rotate",
    actor: ada,
    target: { kind: "secret", id: "sec_1", name: "STRIPE_KEY" },
    outcome: "success",
    changes: {},
    ...given,
  });
  return `${before}${name ?? ""}${after}`;
};
const deployment = { kind: "deployment", id: "dep_1", name: "#6" };

test("an event says who did what to which thing, and where", () => {
  assert.equal(
    said({ action: "deployment.release", target: deployment, changes: { target: "production" } }),
    "ada@acme.example released deployment #6 to Production",
  );
  assert.equal(
    said({ action: "deployment.rollback", target: deployment, changes: { target: "development" } }),
    "ada@acme.example rolled back with deployment #6 in Development",
  );
  assert.equal(
    said({ changes: { environment: "production" } }),
    "ada@acme.example rotated the secret STRIPE_KEY in Production",
  );
  const system = { kind: "system", id: null, userId: null, email: null } as const;
  const erased = { kind: "erasure", id: "era_1", name: "acme" };
  assert.equal(
    said({ action: "erasure.finish", actor: system, target: erased }),
    "Ferrule finished erasing everything of acme",
  );
});

test("what was refused was only tried, also without a name", () => {
  const lost = { kind: "secret", id: null, name: null };
  assert.equal(
    said({ outcome: "denied", target: lost, action: "secret.create" }),
    "ada@acme.example tried to create a secret",
  );
  assert.equal(
    said({ outcome: "denied", target: lost, action: "api-key.create" }),
    "ada@acme.example tried to create an API key",
  );
  assert.equal(
    said({ outcome: "denied", target: lost, action: "record.import" }),
    "ada@acme.example tried to import records",
  );
  assert.equal(
    said({ outcome: "failure", target: { ...lost, id: "sec_1" } }),
    "ada@acme.example tried to rotate the secret sec_1",
  );
});

test("a sign-in names whom it was for only if that is somebody else", () => {
  const self = { kind: "user", id: "usr_1", name: "ada@acme.example" };
  assert.equal(said({ action: "auth.login", target: self }), "ada@acme.example signed in");
  assert.equal(
    said({ action: "auth.login", actor: nobody, target: self, outcome: "denied" }),
    "Somebody tried to sign in as ada@acme.example",
  );
});

test("an action that has no words yet stands as it is", () => {
  assert.equal(said({ action: "moon.land" }), "ada@acme.example: moon.land STRIPE_KEY");
});

test("every action has words, and no words are left over", () => {
  assert.deepEqual([...auditPhrases.keys()].toSorted(), [...auditActions].toSorted());
  for (const action of auditActions) assert.doesNotMatch(said({ action }), /[*:]|undefined| {2}/, action);
});

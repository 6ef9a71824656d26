import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError, createClient } from "./client.ts";

interface Sent {
  url: string;
  method: string;
  headers: Record<string, string>;
  body: string | undefined;
}

/** A client whose requests get `answers` in order, and are recorded. */
function clientOf(answers: Response[], options: { cookies?: "keep"; headers?: Record<string, string> } = {}) {
  const sent: Sent[] = [];
  const client = createClient({
    baseUrl: "https://ferrule.acme.dev",
    ...options,
    fetch: async (input, init) => {
      sent.push({
        url: input instanceof Request ? input.url : input.toString(),
        method: init?.method ?? "GET",
        headers: init?.headers as Record<string, string>,
        body: init?.body as string | undefined,
      });
      return answers.shift() ?? Response.json({});
    },
  });
  return { client, sent };
}

test("fills in the path, the query and the body, escaped", async () => {
  const { client, sent } = clientOf([]);
  await client.updateProject({ params: { projectId: "a/b" }, body: { name: "N" }, headers: { "if-match": '"3"' } });
  await client.listProjects({ query: { limit: 5, cursor: "x y", status: undefined } });
  assert.equal(sent[0]?.url, "https://ferrule.acme.dev/api/projects/a%2Fb");
  assert.deepEqual([sent[0].method, sent[0].body, sent[0].headers["if-match"]], ["PATCH", '{"name":"N"}', '"3"']);
  assert.equal(sent[1]?.url, "https://ferrule.acme.dev/api/projects?limit=5&cursor=x+y");
  assert.equal(sent[1].body, undefined);
});

test("keeps cookies when asked to, sends the CSRF token with mutations, and forgets what has expired", async () => {
  const set = new Headers([
    ["set-cookie", "ferrule_session=abc; Path=/; HttpOnly"],
    ["set-cookie", "ferrule_csrf=tok; Path=/"],
  ]);
  const gone = new Headers([["set-cookie", "ferrule_session=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT"]]);
  const { client, sent } = clientOf(
    [new Response("{}", { headers: set }), new Response(null, { status: 204, headers: gone })],
    {
      cookies: "keep",
    },
  );
  await client.login({ body: { email: "a@acme.dev", password: "x" } });
  assert.equal(await client.logout(), undefined);
  await client.getMe();
  assert.deepEqual(
    sent.map(({ headers }) => [headers["cookie"], headers["x-csrf-token"]]),
    [
      [undefined, undefined],
      ["ferrule_session=abc; ferrule_csrf=tok", "tok"],
      ["ferrule_csrf=tok", undefined],
    ],
  );
});

test("throws an answer that is no success as an ApiError with the fields of the one shape", async () => {
  const error = { code: "VALIDATION_ERROR", message: "No.", requestId: "req_1", details: { issues: [] } };
  const { client } = clientOf([
    Response.json(
      { error },
      { status: 400, headers: { "retry-after": "7", link: '</docs/errors/VALIDATION_ERROR>; rel="help"' } },
    ),
    new Response("<html>", { status: 502, headers: { "x-request-id": "req_2" } }),
  ]);
  const thrown = await client.getMe().catch((cause: unknown) => cause);
  assert.ok(thrown instanceof ApiError);
  assert.deepEqual(
    [
      thrown.status,
      thrown.code,
      thrown.message,
      thrown.requestId,
      thrown.details,
      thrown.retryAfterSeconds,
      thrown.help,
    ],
    [400, error.code, error.message, error.requestId, error.details, 7, "/docs/errors/VALIDATION_ERROR"],
  );
  await assert.rejects(client.getMe(), { status: 502, code: "INTERNAL", requestId: "req_2" });
});

test("sends the headers it was made with, such as a token's", async () => {
  const { client, sent } = clientOf([], { headers: { authorization: "Bearer fer_pat_x" } });
  await client.getMe();
  assert.equal(sent[0]?.headers["authorization"], "Bearer fer_pat_x");
});

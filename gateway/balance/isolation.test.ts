import assert from "node:assert/strict";
import { test } from "node:test";
import { Agent, request } from "undici";
import { fakeUpstream, metricsOf, testGateway, until } from "../testing.ts";
import { endpointOf } from "./room.ts";
import { Shares } from "@ferrule/kit/turns/shares.ts";

test("500 slow calls of one endpoint at once leave places to a quiet one, and are told when to come again", async (t) => {
  const held: (() => void)[] = [];
  const { promise: allMet, resolve } = Promise.withResolvers<void>();
  let met = 0;
  /** A hot call runs, or was answered. */
  const meet = () => {
    if ((met += 1) === 500) resolve();
  };
  const worker = await fakeUpstream(t, (asked, response) => {
    if (asked.url?.startsWith("/mcp/production/shop/hot") === true) {
      held.push(() => void response.end("late"));
      meet();
    } else response.end("quiet");
  });
  const gateway = await testGateway(t, { workers: [worker] }, { callsPerUpstream: 400 });
  const dispatcher = new Agent({ connections: 600 });
  t.after(() => dispatcher.destroy());
  const call = async (path: string) => {
    const { statusCode, headers, body } = await request(`${gateway.url}${path}`, {
      method: "POST",
      body: "{}",
      dispatcher,
    });
    return { statusCode, retryAfter: headers["retry-after"], text: await body.text() };
  };
  const hot = Array.from({ length: 500 }, async () => {
    const answer = await call("/mcp/production/shop/hot?a=/");
    meet();
    return answer;
  });
  await allMet;
  assert.equal(held.length, 300);
  for (let n = 0; n < 20; n += 1) {
    for (const path of ["/http/production/shop/quiet/a", "/mcp/production/shop/other"]) {
      assert.equal((await call(path)).text, "quiet");
    }
  }
  for (const end of held) end();
  const answers = await Promise.all(hot);
  assert.equal(answers.filter(({ statusCode }) => statusCode === 200).length, 300);
  const told = answers.filter(({ statusCode }) => statusCode === 503);
  assert.equal(told.length, 200);
  for (const { retryAfter, text } of told) {
    assert.equal(retryAfter, "1");
    const { error } = JSON.parse(text) as { error: { data: { code: string; requestId: string } } };
    assert.equal(error.data.code, "OVERLOADED");
    assert.match(error.data.requestId, /^req_/);
  }
  assert.match(await metricsOf(gateway.url), /overloaded_total\{lacking="places".*\} 200/);
  assert.equal((await call("/mcp/production/shop/other")).statusCode, 200);
});

test("bodies of one endpoint leave memory to those of another", async (t) => {
  const held: (() => void)[] = [];
  const worker = await fakeUpstream(t, (_request, response) => void held.push(() => response.end("done")));
  const gateway = await testGateway(t, { workers: [worker] }, { bufferedTotalBytes: 400_000 });
  const send = (path: string) => fetch(`${gateway.url}${path}`, { method: "POST", body: "x".repeat(50_000) });
  const hot: Promise<Response>[] = [];
  for (let n = 1; n <= 6; n += 1) {
    hot.push(send("/http/production/shop/hot/a"));
    await until(() => held.length === n);
  }
  const refused = await send("/http/production/shop/hot/b");
  assert.equal(refused.status, 503);
  assert.equal(refused.headers.get("retry-after"), "1");
  const quiet = send("/http/production/shop/quiet/a");
  await until(() => held.length === 7);
  for (const end of held) end();
  assert.equal((await quiet).status, 200);
  await Promise.all(hot);
});

test("shares: three quarters for one, less for each of many, always something left, all of it given back", () => {
  const shares = new Shares();
  const fill = (holder: string) => {
    let taken = 0;
    while (shares.take(holder, 1, 1_000)) taken += 1;
    return taken;
  };
  const alone = fill("a");
  assert.equal(alone, 750);
  const second = fill("b");
  assert.ok(second > 150 && second < 200, String(second));
  for (let n = 0; n < 50; n += 1) assert.ok(shares.take(`c${n}`, 1, 1_000));
  for (let n = 0; n < alone; n += 1) shares.give("a", 1);
  for (let n = 0; n < second; n += 1) shares.give("b", 1);
  for (let n = 0; n < 50; n += 1) shares.give(`c${n}`, 1);
  assert.equal(fill("a"), 750);
});

test("an endpoint has one name, whatever comes behind it", () => {
  for (const [url, endpoint] of [
    ["/mcp/production/shop/tools", "/mcp/production/shop/tools"],
    ["/mcp/production/shop/tools/?x=/a/b", "/mcp/production/shop/tools"],
    ["/mcp/production/shop/tools?x=/a/b", "/mcp/production/shop/tools"],
    ["/http/production/shop/orders/a/b", "/http/production/shop/orders"],
    ["/http?a/b/c/d/e", "/http"],
    ["/", "/"],
  ] as const)
    assert.equal(endpointOf(url), endpoint);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { mayFunctionAnswer } from "./may-function-answer.ts";

const may = ["Content-Type", "location", "ETag", "Cache-Control", "Retry-After", "Link", "vary"];
const mayByPrefix = ["X-Total-Count", "x-ratelimit-remaining", "x-robots-tag", "x-custom", "x-2"];
for (const name of [...may, ...mayByPrefix]) {
  test(`a Function may answer ${name}`, () => assert.equal(mayFunctionAnswer(name), true));
}

const obeyedByBrowsers = [
  "NEL",
  "Report-To",
  "reporting-endpoints",
  "Alt-Svc",
  "Accept-CH",
  "critical-ch",
  "Set-Cookie",
  "set-cookie2",
  "WWW-Authenticate",
  "clear-site-data",
  "service-worker-allowed",
  "strict-transport-security",
  "expect-ct",
  "content-security-policy",
  "content-security-policy-report-only",
  "access-control-allow-origin",
  "refresh",
  "X-Content-Type-Options",
  "X-Frame-Options",
  "origin-agent-cluster",
  "use-as-dictionary",
  "timing-allow-origin",
];
const obeyedByProxies = [
  "X-Accel-Redirect",
  "x-accel-expires",
  "X-Sendfile",
  "x-sendfile-type",
  "x-lighttpd-send-file",
  "x-reproxy-url",
  "x-litespeed-location",
  "x-envoy-immediate-health-check-fail",
  "connection",
  "content-length",
  "trailer",
  "te",
  "x-forwarded-for",
  "X-Request-Id",
  "x-ferrule-not-started",
  "x-real-ip",
  "x_accel_redirect",
  "x-accel_redirect",
];
for (const name of [...obeyedByBrowsers, ...obeyedByProxies, "", "x-", "x-a b", "made-up", "date", "server"]) {
  test(`a Function may not answer "${name}"`, () => assert.equal(mayFunctionAnswer(name), false));
}

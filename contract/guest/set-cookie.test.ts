import assert from "node:assert/strict";
import { test } from "node:test";
import { sentCookie, shownCookies, type CookiePlace } from "./set-cookie.ts";

const own: CookiePlace = { hostname: "shop-production.apps.acme.dev", isHttps: true, below: null };
const shared: CookiePlace = { hostname: "apps.acme.dev", isHttps: true, below: "/http/production/shop/api" };
const local: CookiePlace = { hostname: "apps.localhost", isHttps: false, below: null };

const cookieOf = (value: string, place: CookiePlace) => {
  const verdict = sentCookie(value, place);
  return "cookie" in verdict ? verdict.cookie : null;
};

for (const [given, place, sent] of [
  ["a=1", own, "a=1; Secure; SameSite=Lax"],
  ["a=1; Path=/; HttpOnly; secure; samesite=None", own, "a=1; HttpOnly; secure; samesite=None; Path=/"],
  ["a=1; Domain=Shop-Production.apps.acme.dev; Max-Age=5", own, "a=1; Max-Age=5; Secure; SameSite=Lax"],
  ["__Host-a=1; Path=/", own, "__Host-a=1; Path=/; Secure; SameSite=Lax"],
  ["a=1", local, "a=1; SameSite=Lax"],
  ["a=1", shared, "a=1; Path=/http/production/shop/api; Secure; SameSite=Lax"],
  ["a=1; Path=relative", shared, "a=1; Path=/http/production/shop/api; Secure; SameSite=Lax"],
  ["a=1; Path=/http/production/shop/api/x", shared, "a=1; Path=/http/production/shop/api/x; Secure; SameSite=Lax"],
  // The browser uses the last Path, so we send only one.
  ["a=1; Path=/; Path=/http/production/shop/api", shared, "a=1; Path=/http/production/shop/api; Secure; SameSite=Lax"],
] as const) {
  test(`${given} is sent from ${place.hostname}`, () => assert.equal(cookieOf(given, place), sent));
}

for (const [given, place] of [
  ["a=1; Domain=apps.acme.dev", own],
  ["a=1; Domain=.acme.dev", own],
  ["a=1; domain = acme.dev", own],
  ["a=1;Domain=dev", own],
  ["a=1; Domain=shop-production.apps.acme.dev.", own],
  ['a=1; Domain="shop-production.apps.acme.dev"', own],
  ["a=1; Path=/", shared],
  ["a=1; Path=/http/production/shop/api2", shared],
  ["a=1; Path=/http/production/shop/api; Path=/", shared],
  ["__Host-a=1; Path=/", shared],
  ["__Host-a=1", own],
  ["__host-a=1; Path=/x", own],
  ["__Secure-a=1", local],
  ["__Host-ferrule_session=x; Path=/", own],
  ["Ferrule_Session=x", local],
  ["__secure-ferrule_csrf=x", own],
  ["=__Host-ferrule_session=x", own],
  ["novalue", own],
  ["a b=1", own],
  ["", own],
  ["a=1\r\nx: y", own],
  ["a=\u0000", own],
  [`a=${"1".repeat(4_096)}`, own],
] as const) {
  test(`${JSON.stringify(given).slice(0, 60)} is not sent from ${place.hostname}`, () => {
    assert.equal(cookieOf(given, place), null);
  });
}

test("of a request's cookies, those of the console are not shown", () => {
  assert.equal(shownCookies("a=1; ferrule_session=x; __Host-ferrule_csrf=y;; b=2"), "a=1; b=2");
  assert.equal(shownCookies("__Host-Ferrule_session=x"), undefined);
});

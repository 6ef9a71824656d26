import "core-js/stable/url/index.js";
import "core-js/stable/url-search-params/index.js";
import { URLPattern as Pattern } from "urlpattern-polyfill/urlpattern";
import { defineInterfaces } from "../interface.ts";

/** https://url.spec.whatwg.org from core-js (50 KB; whatwg-url has 478), saved before a Function can replace it. */
export interface UrlSearchParams {
  toString: () => string;
}
export interface Url {
  href: string;
  protocol: string;
  host: string;
  username: string;
  password: string;
  hash: string;
}
const web = globalThis as unknown as {
  URL: new (url: string, from?: string) => Url;
  URLSearchParams: new (init?: unknown) => UrlSearchParams & Iterable<[string, string]>;
};
export const { URL, URLSearchParams } = web;
export const URLPattern: unknown = Pattern;
defineInterfaces({ URLPattern: Pattern as never });

export { canonicalJson } from "@ferrule/kit/canonical-json.ts";

export { getOpenapi } from "./get-openapi.ts";

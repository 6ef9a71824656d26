export { getStatus } from "./get-status.ts";

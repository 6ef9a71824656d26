export { listEnvironments } from "./list-environments.ts";

export { countRuns, getRun, listRuns } from "./reads.ts";

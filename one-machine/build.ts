import { join } from "node:path";
import { buildConsole } from "./build-console.ts";
import { bundleRoles } from "./role-programs/bundle-roles.ts";

/** `npm run build`: the console, and each role as one module. `npm start` does the same when something has changed. */
const root = join(import.meta.dirname, "..");
await Promise.all([buildConsole(root, { FERRULE_CONSOLE_DESIGN: "without" }), bundleRoles(root)]);

// A start of Ferrule of its own; see console.test.ts. In this order: the dashboard is looked at before the first call.
import "./dashboard.ts";
import "./shell.ts";
import "./functions.ts";

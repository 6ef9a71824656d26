// A start of Ferrule of its own; see console.test.ts. In this order: the dashboard is looked at before the first call, and
// the lists are filled when nobody else looks at them any more.
import "./dashboard.ts";
import "./shell.ts";
import "./functions.ts";
import "./many.ts";

// It has its own start of Ferrule; see console.test.ts. The order matters: it views the dashboard before the first
// call, and fills the lists when no later test needs them.
import "./dashboard.ts";
import "./shell.ts";
import "./functions.ts";
import "./many.ts";

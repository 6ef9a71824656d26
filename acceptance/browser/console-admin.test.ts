// A start of Ferrule of its own; see console.test.ts. What installs more than the demo has, and what has run.
import "./docs.ts";
import "./admin.ts";
import "./accounts.ts";
import "./company-sign-in.ts";
import "./telemetry.ts";
import "./runs.ts";

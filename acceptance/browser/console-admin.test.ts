// It has its own start of Ferrule; see console.test.ts. It tests pages that need more than the demo Project, and pages
// that show finished runs.
import "./docs.ts";
import "./admin.ts";
import "./agents.ts";
import "./accounts.ts";
import "./company-sign-in.ts";
import "./alerts.ts";
import "./telemetry.ts";
import "./runs.ts";
import "./ask-an-agent.ts";
import "./previews.ts";
import "./sizes.ts";
import "./print.ts";

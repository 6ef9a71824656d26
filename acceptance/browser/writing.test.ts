// One start of Ferrule for all of them. In this order: the dashboard is looked at before the first call.
import "./dashboard.ts";
import "./shell.ts";
import "./functions.ts";
import "./first-call.ts";

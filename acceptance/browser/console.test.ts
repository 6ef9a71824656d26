// One start of Ferrule for all of them, and a demo Project for each part. In this order, while one writes: the dashboard is
// looked at before the first call.
import "./dashboard.ts";
import "./shell.ts";
import "./first-load.ts";
import "./functions.ts";
import "./drafts.ts";
import "./first-call.ts";
// What is kept: the endpoints before anything is released; the first collection, cron and cache entry; then what installs
// more of them.
import "./endpoints.ts";
import "./sign-in.ts";
import "./storage.ts";
import "./connections.ts";
import "./docs.ts";
import "./admin.ts";
import "./accounts.ts";
// What has run.
import "./runs.ts";

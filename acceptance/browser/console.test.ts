// The journeys through the console, in three files that run beside each other and take about as long as each other. Each
// has one start of Ferrule for all its journeys, and a demo Project for each part. This one is about what is kept, in this
// order: the endpoints before anything is released; the first collection, cron and cache entry; drafts that are not saved;
// a newcomer's own Project.
import "./endpoints.ts";
import "./sign-in.ts";
import "./callers.ts";
import "./device.ts";
import "./storage.ts";
import "./connections.ts";
import "./drafts.ts";
import "./first-load.ts";
import "./first-call.ts";
import "./reference.ts";

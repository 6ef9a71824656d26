// The journeys through the console, in three files that run in parallel and take about equally long. Each has one start
// of Ferrule for all its journeys, and a demo Project for each part. This file tests stored things, in this order: a
// bundle of the demo's endpoint as it is at first; the endpoints before anything is released; the first collection, cron
// and cache entry; unsaved drafts; a newcomer's own Project.
import "./desktop-bundle.ts";
import "./access.ts";
import "./endpoints.ts";
import "./sign-in.ts";
import "./callers.ts";
import "./device.ts";
import "./storage.ts";
import "./connections.ts";
import "./selection.ts";
import "./undo.ts";
import "./drafts.ts";
import "./first-load.ts";
import "./first-call.ts";
import "./reference.ts";

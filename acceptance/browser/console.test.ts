// The journeys through the console, in three files that run beside each other. Each has one start of Ferrule for all its
// journeys, and a demo Project for each part. This one is about what is kept, in this order: the endpoints before anything is
// released; the first collection, cron and cache entry.
import "./endpoints.ts";
import "./sign-in.ts";
import "./storage.ts";
import "./connections.ts";

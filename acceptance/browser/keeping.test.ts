// One start of Ferrule for all of them. In this order: the first collection, cron and cache entry, then what installs more of them.
import "./storage.ts";
import "./admin.ts";
import "./accounts.ts";

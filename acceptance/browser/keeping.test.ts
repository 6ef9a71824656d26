// One start of Ferrule for all of them. In this order: the endpoints before anything is released; the first collection, cron and
// cache entry; then what installs more of them.
import "./endpoints.ts";
import "./storage.ts";
import "./admin.ts";
import "./accounts.ts";

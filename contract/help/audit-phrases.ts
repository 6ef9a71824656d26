/** An audit event's action in words: `Ada` + `released` + `deployment *`, where `*` stands for the target's name. */
export interface AuditPhrase {
  /** What was done: `released`. */
  past: string;
  /** What was refused or has failed: tried to `release`. */
  plain: string;
  /** What it was done to. Empty if the verb says everything. */
  object: string;
}

const verbs: Readonly<Record<string, readonly [past: string, plain: string]>> = {
  allow: ["allowed", "allow"],
  apply: ["pushed", "push"],
  archive: ["archived", "archive"],
  cancel: ["cancelled", "cancel"],
  create: ["created", "create"],
  decide: ["decided on", "decide on"],
  delete: ["deleted", "delete"],
  deny: ["refused", "refuse"],
  disable: ["disabled", "disable"],
  discard: ["discarded", "discard"],
  enable: ["enabled", "enable"],
  end: ["ended", "end"],
  export: ["downloaded", "download"],
  install: ["installed", "install"],
  invite: ["invited", "invite"],
  link: ["made a link to", "make a link to"],
  pause: ["paused", "pause"],
  redeliver: ["redelivered", "redeliver"],
  release: ["released", "release"],
  replay: ["replayed", "replay"],
  resume: ["resumed", "resume"],
  retry: ["retried", "retry"],
  reveal: ["viewed", "view"],
  revoke: ["revoked", "revoke"],
  rotate: ["rotated", "rotate"],
  run: ["ran", "run"],
  select: ["opened", "open"],
  serve: ["served", "serve"],
  start: ["started", "start"],
  stop: ["stopped", "stop"],
  test: ["tested", "test"],
  update: ["changed", "change"],
};

/** What each kind of target is called, and the verbs of its actions that need no words of their own. */
const targets: readonly (readonly [kind: string, object: string, verbs: string])[] = [
  ["alert-bounds", "the alert bounds of *", "update"],
  ["alert-channel", "the alert channel *", "create update delete test"],
  ["alert-settings", "the rules and quiet hours of alerts", "update"],
  ["api-key", "the API key *", "create rotate revoke"],
  ["approval", "the approval *", "decide link"],
  ["audit-event", "audit events", "export"],
  ["access", "the list of who can call what", "export"],
  ["auth-policy", "the policy of *", "update"],
  ["cache-entry", "the cache entry *", "reveal delete"],
  ["cli-sign-in", "the sign-in of the terminal *", "allow deny"],
  ["confirmation", "the agent's change *", "decide"],
  ["connection", "the connection *", "create update delete"],
  ["cron-binding", "the cron *", "create update delete run"],
  ["data-collection", "the collection *", "create update delete"],
  ["delivery", "deliveries *", "redeliver discard"],
  ["deployment", "deployment *", "cancel release"],
  ["directory-group", "the directory group *", "create update delete"],
  ["execution", "a call of *", "cancel replay"],
  ["execution-group", "the state of an error", "update"],
  ["export", "the export to a receiver", "update"],
  ["function", "the Function *", "create update delete test"],
  ["http-binding", "the route *", "create update delete"],
  ["identity-provider", "the identity provider *", "create update delete"],
  ["library", "the Library *", "create update delete"],
  ["management-server", "what agents may do", "update"],
  ["mcp-binding", "the MCP binding *", "create update delete"],
  ["oauth-client", "the OAuth client *", "create update delete"],
  ["pipeline-rule", "the pipeline rule *", "create delete"],
  ["preview", "the preview *", "serve end"],
  ["project", "the Project *", "create update select archive delete"],
  ["project-source", "the source of the Project", "apply test"],
  ["record", "a record of *", "create update delete"],
  ["run", "a run of *", "start cancel replay retry"],
  ["runtime-endpoint", "the endpoint *", "create update delete enable disable stop resume"],
  ["scim-token", "the SCIM token *", "create rotate delete"],
  ["secret", "the secret *", "create rotate delete"],
  ["session", "a session", "revoke"],
  ["sign-in-policy", "how people sign in", "update"],
  ["template", "the template *", "install"],
  ["test-case", "the test case *", "create update delete run"],
  ["token", "the API token *", "create revoke"],
  ["user", "the user *", "create update invite"],
];

/** The actions whose verb and target do not make a sentence. */
const own: Readonly<Record<string, readonly [past: string, plain: string, object: string]>> = {
  "account.change-password": ["changed", "change", "the password of *"],
  "auth.login": ["signed in", "sign in", "as *"],
  "auth.logout": ["signed out", "sign out", "as *"],
  "caller.login": ["signed in as a caller", "sign in as a caller", "as *"],
  "caller.logout": ["signed out as a caller", "sign out as a caller", "as *"],
  "connection.read-schema": ["read", "read", "the tables of the connection *"],
  "data-collection.create-version": ["created", "create", "a version of the collection *"],
  "data-collection.grant": ["gave", "give", "access to the collection *"],
  "data-collection.revoke": ["took away", "take away", "access to the collection *"],
  "deployment.create": ["started", "start", "deployment *"],
  "deployment.rollback": ["rolled back", "roll back", "with deployment *"],
  "erasure.create": ["asked to erase", "ask to erase", "everything of *"],
  "erasure.finish": ["finished erasing", "finish erasing", "everything of *"],
  "manifest.apply": ["imported", "import", "a manifest into *"],
  "oauth-grant.create": ["allowed", "allow", "the program *"],
  "oauth-grant.enable": ["allowed again", "allow again", "the program *"],
  "oauth-grant.revoke": ["ended", "end", "the consent to the program *"],
  "pipeline-token.create": ["got", "get", "an API token for a pipeline"],
  "preview.rotate-key": ["rotated", "rotate", "the key of the preview *"],
  "record.export": ["downloaded", "download", "records of *"],
  "record.import": ["imported", "import", "records into *"],
  "record.upsert": ["wrote", "write", "a record of *"],
  "run.event": ["sent", "send", "the event * to runs"],
  "run.pause": ["paused", "pause", "the runs of *"],
  "run.resume": ["resumed", "resume", "the runs of *"],
};

/** Every action of an audit event in words. A test holds it to the table of operations. */
export const auditPhrases: ReadonlyMap<string, AuditPhrase> = new Map([
  ...targets.flatMap(([kind, object, names]) =>
    names.split(" ").map((name): [string, AuditPhrase] => {
      const [past, plain] = verbs[name] ?? [name, name];
      return [`${kind}.${name}`, { past, plain, object }];
    }),
  ),
  ...Object.entries(own).map(([action, [past, plain, object]]): [string, AuditPhrase] => [
    action,
    { past, plain, object },
  ]),
]);

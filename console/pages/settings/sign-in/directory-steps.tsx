const steps: readonly (readonly [string, readonly string[]])[] = [
  [
    "Entra ID",
    [
      "Open Enterprise applications, your application, then Provisioning. Set the mode to Automatic.",
      "Tenant URL is the base URL, and Secret Token is a SCIM token. Choose Test Connection.",
      "Under Mappings, map objectId to externalId, for users and for groups.",
      "Assign the groups, and start provisioning. Entra ID sends changes every 40 minutes.",
    ],
  ],
  [
    "Okta",
    [
      "Okta offers no SCIM for OpenID Connect applications. Add a second application: SAML or SWA with SCIM, or SCIM 2.0 Test App (OAuth Bearer Token) of the catalog.",
      "Under Provisioning, enter the base URL and a SCIM token. The unique identifier is userName.",
      "Under To App, switch on creating, updating and deactivating users.",
      "Assign the people. Under Push Groups, choose the groups that have a role.",
    ],
  ],
  [
    "Google Workspace and Keycloak",
    [
      "Google sends users to applications of its catalog only, and Keycloak has no SCIM client of its own.",
      "You can do without SCIM: people are added at their first sign-in. For Keycloak there are extensions that send users by SCIM.",
    ],
  ],
];

/** Where to enter the base URL and the token, by provider. */
export const DirectorySteps = () => (
  <details className="text-sm">
    <summary className="font-medium">Steps by provider</summary>
    <div className="mt-2 grid gap-3">
      {steps.map(([name, lines]) => (
        <div key={name}>
          <h3 className="font-medium">{name}</h3>
          <ol className="mt-1 list-decimal pl-5 text-muted">
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ol>
        </div>
      ))}
    </div>
  </details>
);

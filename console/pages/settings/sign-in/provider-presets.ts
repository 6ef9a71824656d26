import type { shownOf } from "./provider-form.ts";

type Form = ReturnType<typeof shownOf>;

interface ProviderPreset {
  label: string;
  /** Where an administrator registers Ferrule at this provider. */
  where: string;
  /** Other facts to know before sending the form. */
  note: string;
  fills: Partial<Form>;
}

/** The form's initial values for a common provider. Angle brackets mark what the administrator must fill in. */
export const providerPresets = {
  other: {
    label: "Another",
    where: "Register a confidential web client with the authorization code flow.",
    note: "Any OpenID Connect provider works.",
    fills: {},
  },
  entra: {
    label: "Entra ID",
    where: "In the Entra admin center, under App registrations: a new registration with the platform Web.",
    note: "Put your tenant's ID into the issuer. Groups come as object IDs, once you add a groups claim under Token configuration. Entra ID never says that an address is verified. If people of your tenant cannot choose theirs, switch on “Treat every address as verified” below.",
    fills: { name: "Entra ID", issuer: "https://login.microsoftonline.com/<tenant ID>/v2.0" },
  },
  okta: {
    label: "Okta",
    where: "In the admin console, under Applications: a new OIDC integration of the type Web Application.",
    note: "Put your domain into the issuer. Set a groups claim filter in the integration, so that Okta sends groups.",
    fills: { name: "Okta", issuer: "https://<your domain>.okta.com", scopes: "openid email profile groups" },
  },
  google: {
    label: "Google",
    where: "In the Google Cloud console, under Google Auth Platform, Clients: a new web application.",
    note: "Make the app internal, or everybody with a Google account can sign in. Google sends no groups: choose the role of everybody else.",
    fills: { name: "Google", issuer: "https://accounts.google.com" },
  },
  keycloak: {
    label: "Keycloak",
    where: "In the realm, under Clients: a new OpenID Connect client with client authentication and the standard flow.",
    note: "Put your host and realm into the issuer. Add a Group Membership mapper named groups to the client, without the full path.",
    fills: { name: "Keycloak", issuer: "https://<host>/realms/<realm>" },
  },
} as const satisfies Record<string, ProviderPreset>;

export type PresetName = keyof typeof providerPresets;
export const presetNames = Object.keys(providerPresets) as PresetName[];

import { useState, type ReactNode } from "react";
import { ifMatch } from "../../../api/if-match.ts";
import { useAction } from "../../../api/use-action.ts";
import { choicesOf } from "../../../components/choose/choices-of.ts";
import { SelectField, SwitchField, TextAreaField, TextField } from "../../../components/form/fields.tsx";
import { FormDialog } from "../../../components/form/form-dialog.tsx";
import { useFormApi } from "../../../components/form/schema-form.tsx";
import { SecretField } from "../../../components/form/secret-field.tsx";
import { toast } from "../../../components/overlay/toast.tsx";
import { givenOf, providerForm, shownOf, type ProviderRow } from "./provider-form.ts";
import { providerPresets, type PresetName } from "./provider-presets.ts";
import { ProviderStart } from "./provider-start.tsx";

const methods = choicesOf({
  client_secret_basic: "Client secret",
  client_secret_post: "Client secret, in the body of the request",
  private_key_jwt: "Key that Ferrule makes (private_key_jwt)",
});
const uses = choicesOf({
  console: "Users of the console",
  callers: "Callers of endpoints, without an account",
  both: "Both",
});
const others = choicesOf({
  none: "Refuse them",
  operator: "Operator",
  developer: "Developer",
  admin: "Admin",
  owner: "Owner",
});

type Use = (typeof uses)[number]["value"];

const StepTitle = ({ children }: { children: string }) => (
  <h3 className="mt-2 border-t border-line pt-4 text-sm font-semibold">{children}</h3>
);

/** Fields for one kind of people are hidden for the other kind. */
function OnlyFor({ use, children }: { use: Exclude<Use, "both">; children: ReactNode }) {
  const form = useFormApi();
  return (
    <form.Subscribe selector={({ values }) => values["use"]}>
      {(chosen) => (chosen === use || chosen === "both") && children}
    </form.Subscribe>
  );
}

/** Which callers it signs in, and their programs. */
const CallerFields = () => (
  <OnlyFor use="callers">
    <TextField
      name="callerDomains"
      label="Domains of callers"
      mono
      hint="Such as acme.example. Callers then need a verified address there. Leave it empty to admit everybody whom the provider signs in."
    />
    <SwitchField
      name="identityAssertions"
      label="Programs of the company need no consent page"
      hint="The provider decides who uses which program, and vouches for them with an identity assertion (ID-JAG)."
    />
    <SwitchField
      name="logoutEndsConsents"
      label="A sign-out there also ends the consents of callers"
      hint="Their programs then have to ask again."
    />
  </OnlyFor>
);

/** How Ferrule authenticates at the provider, and what it requests. */
const ClientFields = ({ isNew }: { isNew: boolean }) => (
  <>
    <TextField name="clientId" label="Client ID" mono />
    <SelectField name="clientAuth" label="Ferrule proves itself with" choices={methods} />
    <SecretField
      name="clientSecret"
      label="Client secret"
      optional
      hint={
        isNew
          ? "Stored encrypted, and never shown again. Leave it empty with a key."
          : "Leave it empty to keep the present one."
      }
    />
    <TextField name="scopes" label="Scopes" mono hint="With offline_access, Ferrule asks again every ten minutes." />
    <SwitchField
      name="askConsent"
      label="Ask people for consent each time"
      hint="Only for a provider that gives no refresh token otherwise. It matters with offline_access."
    />
  </>
);

/** A user's role, by the groups that the provider names. */
const RoleFields = () => (
  <OnlyFor use="console">
    <TextAreaField
      name="roles"
      label="Roles by group"
      mono
      hint="One a line: name:engineering = developer, or id:0d2e-4c1f = developer for the external ID that SCIM sends. In several groups, the highest role counts."
    />
    <SelectField name="otherRole" label="People in none of these groups" choices={others} />
  </OnlyFor>
);

/** The claims that identify a person, and how far Ferrule trusts them. */
const ClaimFields = () => (
  <>
    <TextField name="groupsClaim" label="Groups claim" mono hint="A path works too: realm_access.roles." />
    <TextField name="emailClaim" label="E-mail claim" mono />
    <TextField name="nameClaim" label="Name claim" mono />
    <SwitchField
      name="trustEmail"
      label="Treat every address as verified"
      hint="For a provider that never says that an address is verified, such as Entra ID. Use it only if people cannot choose their address."
    />
    <OnlyFor use="console">
      <SwitchField
        name="linkByEmail"
        label="Open existing accounts by their address"
        hint="A person with the verified address of an account here gets that account."
      />
    </OnlyFor>
  </>
);

/** Sends the form's values, as a new provider or as a change of one. */
function useSaveProvider(provider: ProviderRow | null, onClose: () => void, onAdded: (added: ProviderRow) => void) {
  const create = useAction("createIdentityProvider", { onSuccess: onAdded });
  const update = useAction("updateIdentityProvider", {
    onSuccess: ({ name }) => {
      toast(`${name} was saved`, "Test it before you rely on it.");
      onClose();
    },
  });
  return (values: Record<string, unknown>) => {
    const { issuer, ...body } = givenOf(values, provider);
    if (provider === null) return create.mutateAsync({ body: { issuer, ...body, status: "disabled" } });
    const headers = ifMatch(provider.revision);
    return update.mutateAsync({ params: { providerId: provider.id }, body, headers });
  };
}

interface EditProviderProps {
  /** Null for a new one. */
  provider: ProviderRow | null;
  onClose: () => void;
  /** A new one is saved, switched off. */
  onAdded: (provider: ProviderRow) => void;
}

/** Adds a provider step by step, or edits one. */
export function EditProvider({ provider, onClose, onAdded }: EditProviderProps) {
  const [preset, setPreset] = useState<PresetName>("other");
  const save = useSaveProvider(provider, onClose, onAdded);
  const isNew = provider === null;
  return (
    <FormDialog
      onClose={onClose}
      size="lg"
      title={isNew ? "Add a provider" : `Change ${provider.name}`}
      {...(isNew && {
        description:
          "Five steps, for any OpenID Connect provider. People sign in with it when you switch it on at the end.",
        above: <ProviderStart preset={preset} onPreset={setPreset} />,
        formKey: preset,
      })}
      submit={isNew ? "Save and test" : "Save"}
      taken="name"
      schema={providerForm}
      initial={{ ...shownOf(provider), ...providerPresets[preset].fills }}
      onSubmit={save}
    >
      {isNew && <StepTitle>3. Enter what the provider shows</StepTitle>}
      <TextField
        name="name"
        label="Name"
        hint="On the button of the sign-in page: Continue with Acme."
        // A new one begins with the steps above.
        autoFocus={!isNew}
      />
      {isNew && <TextField name="issuer" label="Issuer" type="url" mono hint="Exactly as the provider writes it." />}
      <ClientFields isNew={isNew} />
      {isNew && <StepTitle>4. Say who signs in, and as what</StepTitle>}
      <SelectField name="use" label="Who signs in with it" choices={uses} />
      <CallerFields />
      <RoleFields />
      <ClaimFields />
      {!isNew && <SwitchField name="isActive" label="People can sign in with it" />}
    </FormDialog>
  );
}

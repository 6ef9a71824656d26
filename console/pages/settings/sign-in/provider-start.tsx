import { providerAddresses } from "@ferrule/contract/sign-in/provider-addresses.ts";
import { Facts } from "../../../components/card.tsx";
import { Labelled } from "../../../components/form/labelled.tsx";
import { Select } from "../../../components/choose/select.tsx";
import { addressFacts } from "./address-facts.tsx";
import { presetNames, providerPresets, type PresetName } from "./provider-presets.ts";

const choices = presetNames.map((value) => ({ value, label: providerPresets[value].label }));

interface ProviderStartProps {
  preset: PresetName;
  onPreset: (preset: PresetName) => void;
}

/** The first steps at the provider: where to register Ferrule, and with which addresses. */
export function ProviderStart({ preset, onPreset }: ProviderStartProps) {
  const { where, note } = providerPresets[preset];
  return (
    <div className="grid gap-3 rounded-md border border-line bg-sunken p-3 text-sm">
      <h3 className="font-semibold">1. Choose your provider</h3>
      <Labelled label="Provider">
        {(control) => <Select {...control} value={preset} choices={choices} onChange={onPreset} />}
      </Labelled>
      <h3 className="font-semibold">2. Register Ferrule there</h3>
      <p>{where} Give it these addresses:</p>
      {/* Only requests from the public origin can change anything here, so the browser is on that origin. */}
      <Facts items={addressFacts(providerAddresses(window.location.origin))} />
      <p className="text-muted">{note}</p>
    </div>
  );
}

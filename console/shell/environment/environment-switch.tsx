import { environments } from "@ferrule/contract/states.ts";
import { classNames } from "../../components/class-names.ts";
import { useEnvironment, useSetEnvironment } from "./environment.ts";
import { FiringDot } from "./firing-dot.tsx";

const looks = {
  development: { name: "Development", active: "bg-development-soft text-development border-development-line" },
  production: { name: "Production", active: "bg-production text-on-production border-production" },
};

/** Switches the environment that every page shows. */
export function EnvironmentSwitch() {
  const environment = useEnvironment();
  const setEnvironment = useSetEnvironment();
  return (
    <div
      role="group"
      aria-label="Environment"
      className="flex h-8 shrink-0 items-center rounded-md pointer-coarse:h-auto border border-line-strong bg-surface p-0.5"
    >
      {environments.map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === environment}
          className={classNames(
            "pointer-coarse:finger h-full rounded-sm border px-2 text-xs font-medium",
            each === environment ? looks[each].active : "border-transparent text-muted hover:text-ink",
          )}
          onClick={() => setEnvironment(each)}
        >
          {looks[each].name}
          {each === "production" && <FiringDot />}
        </button>
      ))}
    </div>
  );
}

import { Samples } from "./sample.tsx";
import { Mono } from "../../components/mono.tsx";

const surfaces = ["canvas", "surface", "raised", "sunken", "hover", "selected"];
const texts = ["ink", "muted", "faint", "accent", "good", "warn", "bad", "production", "development"];
const series = ["series-1", "series-2", "series-3", "series-bad"];
const sizes = [
  ["xl", "1.375rem", "Title of a page"],
  ["lg", "1.0625rem", "Title of a dialog"],
  ["base", "0.875rem", "Text to read"],
  ["sm", "0.8125rem", "Tables and controls"],
  ["xs", "0.75rem", "Details"],
  ["2xs", "0.6875rem", "Groups of the sidebar, keys"],
] as const;

/** Colour by meaning, type, radius. */
export const FoundationSamples = () => (
  <>
    <Samples title="Surfaces">
      <ul className="grid grid-cols-3 gap-2 sm:grid-cols-6">
        {surfaces.map((name) => (
          <li key={name} className="text-xs">
            <div className="h-10 rounded-md border border-line-strong" style={{ background: `var(--${name})` }} />
            {name}
          </li>
        ))}
      </ul>
    </Samples>
    <Samples title="Text, and what it means">
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm font-medium">
        {texts.map((name) => (
          <li key={name} style={{ color: `var(--${name})` }}>
            {name}
          </li>
        ))}
      </ul>
      <ul className="flex flex-wrap gap-4 text-xs">
        {series.map((name) => (
          <li key={name} className="flex items-center gap-1.5">
            <span className="h-2 w-6 rounded-full" style={{ background: `var(--${name})` }} />
            {name}
          </li>
        ))}
      </ul>
    </Samples>
    <Samples title="Type">
      <ul className="grid gap-1">
        {sizes.map(([name, fontSize, use]) => (
          <li key={name} className="flex items-baseline gap-3">
            <Mono className="w-10 text-muted">{name}</Mono>
            <span style={{ fontSize }}>{use}: 0123456789</span>
          </li>
        ))}
        <li className="flex items-baseline gap-3">
          <Mono className="w-10 text-muted">mono</Mono>
          <Mono>exe_0m4h2k7q · 1,204 · {"{ }"} =&gt; !==</Mono>
        </li>
      </ul>
    </Samples>
    <Samples title="Radius and space">
      <ul className="flex items-end gap-3 text-xs">
        {[4, 6, 10].map((radius) => (
          <li key={radius} className="grid justify-items-center gap-1">
            <div className="size-10 border border-control bg-surface" style={{ borderRadius: radius }} />
            {radius} px
          </li>
        ))}
        {[4, 8, 12, 16, 20, 28].map((space) => (
          <li key={space} className="grid justify-items-center gap-1">
            <div className="h-3 bg-accent" style={{ width: space }} />
            {space}
          </li>
        ))}
      </ul>
    </Samples>
  </>
);

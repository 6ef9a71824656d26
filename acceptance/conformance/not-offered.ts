/**
 * Scenarios of the official suite for features that Ferrule does not offer (completion, logging, prompts, resources,
 * sampling, elicitation, results that ask for input), by revision. Any other failure is a defect, and so is an entry
 * here that passes.
 */
const always = [
  "completion-complete",
  "resources-list",
  "resources-read-text",
  "resources-read-binary",
  "resources-templates-read",
  "prompts-list",
  "prompts-get-simple",
  "prompts-get-with-args",
  "prompts-get-embedded-resource",
  "prompts-get-with-image",
];
const legacy = [
  "logging-set-level",
  "tools-call-with-logging",
  "tools-call-sampling",
  "tools-call-elicitation",
  "resources-subscribe",
  "resources-unsubscribe",
];

export const notOffered: Record<string, string[]> = {
  "2025-06-18": [...always, ...legacy],
  "2025-11-25": [...always, ...legacy, "elicitation-sep1034-defaults", "elicitation-sep1330-enums"],
  "2026-07-28": [
    ...always,
    // Three of its seven checks are about prompts and resources.
    "caching",
    "input-required-result-basic-elicitation",
    "input-required-result-basic-sampling",
    "input-required-result-basic-list-roots",
    "input-required-result-request-state",
    "input-required-result-multiple-input-requests",
    "input-required-result-multi-round",
    "input-required-result-non-tool-request",
    "input-required-result-result-type",
    "input-required-result-tampered-state",
    "input-required-result-capability-check",
  ],
};

/**
 * Scenarios of the official suite that must fail, by revision. Ferrule offers no sampling, roots and logging, which
 * 2026-07-28 deprecates. Before 2026-07-28, subscriptions to resources would need a session. Any other failure is a
 * defect, and so is an entry here that passes.
 */
const legacy = [
  "logging-set-level",
  "tools-call-with-logging",
  "tools-call-sampling",
  "resources-subscribe",
  "resources-unsubscribe",
];

/** By revision: the scenarios that fail, and the least number of checks that pass. */
export const notOffered: Record<string, { expected: string[]; least: number }> = {
  "2025-06-18": { expected: legacy, least: 47 },
  "2025-11-25": {
    expected: [
      ...legacy,
      // One of its checks wants `enumNames`, which this revision deprecates.
      "elicitation-sep1330-enums",
    ],
    least: 70,
  },
  "2026-07-28": {
    expected: [
      "input-required-result-basic-sampling",
      "input-required-result-basic-list-roots",
      // It wants sampling and roots beside a question.
      "input-required-result-multiple-input-requests",
      // It wants a question for a model.
      "input-required-result-capability-check",
    ],
    least: 142,
  },
};

/** Scenarios of extensions, which belong to no revision. */
export const extensionScenarios = [
  "sep-2640-skills-directory",
  "sep-2640-skills-enumeration",
  "sep-2640-skills-manifest",
  "tasks-wire-fields",
  "tasks-request-state-removal",
  "tasks-request-headers",
  "tasks-capability-negotiation",
];

import { folderGuide, functionGuide, guideOrigin } from "./agent-guide.ts";

const textOf = (lines: readonly string[], origin: string): string =>
  `${lines.join("\n").replaceAll(guideOrigin, () => origin)}\n`;

/** The head by which an agent finds a skill (https://agentskills.io/specification). */
const head = `---
name: ferrule
description: Write, test and offer Ferrule Functions in this folder. Use it before you add or change anything below functions/, lib/ or endpoints/, and when a command of ferrule reports an error.
---

# Ferrule Functions

`;

/**
 * What agents read in a Project's folder: `AGENTS.md` in every task (https://agents.md), and the skill when they write
 * Functions. Both are parts of `docs/agent-guide.md`, with links to the documentation of this installation.
 * @param installation its origin
 */
export const agentFiles = (installation: string): ReadonlyMap<string, string> =>
  new Map([
    ["AGENTS.md", `# Working on this folder\n\n${textOf(folderGuide, installation)}`],
    [".claude/skills/ferrule/SKILL.md", head + textOf(functionGuide, installation)],
  ]);

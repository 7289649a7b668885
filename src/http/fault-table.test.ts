import { expect, test } from 'vitest';
import { readFaultTraits } from '../contract/admin-document.ts';
import { pages } from '../repository/markdown.test.support.ts';

const documented = pages().find(({ path }) => path === 'docs/control-plane.md')?.text ?? '';

test.each(Object.entries(readFaultTraits()))(
  'docs/control-plane.md says at which stages a fault of type %s acts, and what happens',
  (type, { stages }) => {
    const row = documented.split('\n').find((line) => line.startsWith(`| \`{ type: '${type}'`));
    const missing = `the table of faults in docs/control-plane.md has no row | \`{ type: '${type}' … }\` | ${stages.join(', ')} | what happens |`;
    expect(row ?? '', missing).toContain(`| ${stages.join(', ')} |`);
  },
);

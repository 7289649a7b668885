import { expect, test } from 'vitest';
import { yamlScalar } from './open-point.ts';
import { parseYaml } from './yaml.ts';

test.each([200, true, 'known', 'creator-and-owner', '+02:00', '08:15', ''])(
  '%j is read again as it was',
  (answer) => {
    expect(parseYaml(yamlScalar(answer))).toBe(answer);
  },
);

import { expect, test } from 'vitest';
import { parseYaml } from './document/yaml.ts';
import { yamlScalar } from './open-point.ts';

test.each([200, true, 'known', 'creator-and-owner', '+02:00', '08:15', ''])(
  '%j is read again as it was',
  (answer) => {
    expect(parseYaml(yamlScalar(answer))).toBe(answer);
  },
);

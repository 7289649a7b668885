import type { Target } from './target.ts';
import { checkedTarget } from './target-check.ts';

/** No server listens there. */
const nowhere = 'http://127.0.0.1:9';

export const hash = 'a'.repeat(64);

/** A target for both areas. */
export function targetAt(url = nowhere, more: object = {}): Target {
  return checkedTarget({
    baseUrl: url,
    analysisUrl: url,
    service: 'tunnelco',
    tokens: { researcher: 'secret-researcher', analyst: 'secret-analyst' },
    analyses: [{ sha256: hash }],
    ...more,
  });
}

/** A target for the feed alone. */
export function feedTargetAt(baseUrl = nowhere, more: object = {}): Target {
  return checkedTarget({
    baseUrl,
    service: 'tunnelco',
    areas: ['feed'],
    tokens: { researcher: 'secret-1' },
    ...more,
  });
}

import { type AbuseFeed, originOf, safeCopy, type Target } from '../../../contract-tests/index.ts';
import { version } from '../../values/package-root.ts';

/** A URL and its origin. */
function urlWithOrigin(target: Target, key: 'baseUrl' | 'analysisUrl'): string {
  const from = originOf(target, key);
  return `${target[key]}${from === undefined ? '' : ` (${from})`}`;
}

/** What a run would do, for those who have to approve it. */
export function dryRunReport({ target, plan }: Pick<AbuseFeed, 'target' | 'plan'>): string {
  const { spending, risks } = safeCopy({ spending: plan.spending, risks: plan.risks });
  const lines = [
    `abuse-feed-kit ${version()}, a dry run: nothing was sent.`,
    '',
    `feed    ${target.areas.includes('feed') ? urlWithOrigin(target, 'baseUrl') : 'left out by areas'}`,
    `lookup  ${target.areas.includes('lookup') ? urlWithOrigin(target, 'analysisUrl') : 'left out by areas'}`,
    '',
    'A run creates reports and deletes them again, looks files up as tokens.analyst, and uses up',
    ...spending
      .filter(({ calls }) => calls > 0)
      .map(
        ({ key, remaining, calls }) => `  all ${remaining} requests of ${key}, in ${calls} lookups`,
      ),
    '',
    ...(target.careful ? ['Nothing that could do harm on a faulty server: careful is set.'] : []),
    ...(risks.length > 0 ? ['These requests could do harm on a faulty server:'] : []),
    ...risks.map(({ does, could, clause }) => `  ${does}: it could ${could} (${clause})`),
    '',
  ];
  return lines.join('\n');
}

import { readableAnswer } from '../drive/asked.ts';
import type { Context } from '../drive/context.ts';

/** Posts a report as the researcher, and returns whether it was accepted. */
export async function attemptReport(context: Context, sent: unknown) {
  const answer = await readableAnswer(context.api.create(context.callers.researcher, sent));
  return { accepted: answer.outcome === 'success', answer };
}

/** The report as fetched, if it was accepted. */
export async function fetchAttempted(
  context: Context,
  { accepted, answer }: Awaited<ReturnType<typeof attemptReport>>,
) {
  if (!accepted) return undefined;
  const { about } = answer.exchange;
  const stored = context.reports.find(about.service ?? '', String(answer.body.id));
  return stored && context.api.fetchKnown(stored);
}

import { answerTo } from '../../dialects/dialect.ts';
import { html, type Markup } from '../../pages/html.ts';
import { freeChoice, isStatus, type OpenPoint } from '../../spec/open-point.ts';
import { plural } from '../../values/listed.ts';
import type { ReferenceModel } from '../reference.ts';

/** A question beside what it affects: the answer here, and the alternatives. */
export function openPointLine({ dialect }: ReferenceModel, point: OpenPoint): Markup {
  const answer = answerTo(dialect, point.id);
  return html`<li class="point" title="${point.id}"><a href="specification.html#${point.id}">${
    isStatus(point.id) ? 'Which status?' : point.question
  }</a> <code class="answer">${String(answer)}</code>${
    answer !== point.default && html`<span class="chip warn">changed</span> `
  }<span class="dim">also ${othersOf(point, answer)}</span></li>`;
}

/** The number of open points, which expands to a list. */
export function openPointLines(
  reference: ReferenceModel,
  points: readonly OpenPoint[],
): Markup | undefined {
  return points.length === 0
    ? undefined
    : html`<details class="open"><summary class="chip warn">${plural(points.length, 'open point')}</summary><ul class="open-points plain">${points.map((point) => openPointLine(reference, point))}</ul></details>`;
}

/** The alternatives, and what else is accepted. */
export function othersOf(point: OpenPoint, answer: OpenPoint['default']): Markup {
  const others = [point.default, ...point.alternatives].filter((one) => one !== answer);
  return html`<span>${others.map((one, at) => html`${at > 0 && ', '}<code>${String(one)}</code>`)}${moreOf(point)}</span>`;
}

function moreOf(point: OpenPoint): string {
  if (isStatus(point.id)) return ' or any other that carries a body';
  if (!point.accepts) return '';
  return point.accepts.type === 'string'
    ? ' or any other of this form'
    : ` or ${freeChoice(point)}`;
}

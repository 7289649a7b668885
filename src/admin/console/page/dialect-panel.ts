import { chip, html, type View, wordsOf } from '../../../pages/page/view.ts';
import { dialectText } from '../../../spec/dialect-text.ts';
import { plural } from '../../../values/listed.ts';
import type { DialectView } from '../../control/dialect-choice.ts';
import type { Answer } from './control.ts';
import { action, button, select, table, typed } from './parts.ts';
import type { Console, Panel } from './types.ts';

type OpenPoint = DialectView['openPoints'][number];

function countWords(changed: number): string {
  return changed === 0
    ? 'every answer as in openapi.yaml'
    : plural(changed, 'answer differs', 'answers differ');
}

/** The dialect, by name or by single answers. */
export function dialectPanel({ control, act, copy, draw }: Console): Panel {
  let words = '';
  let isWhole = false;

  function view(dialect: DialectView): View {
    const differences = dialect.differences as { readonly [id: string]: Answer };
    const changed = Object.keys(differences);
    const wanted = wordsOf(words);
    const points = dialect.openPoints.filter((point) => {
      if (wanted.length === 0) return isWhole || point.answer !== point.default;
      const text = `${point.id} ${point.question} ${point.section} ${point.answer}`.toLowerCase();
      return wanted.every((word) => text.includes(word));
    });
    const answer = (point: OpenPoint, chosen: Answer) =>
      act(`${point.id} is ${chosen}.`, () =>
        control.setDialect({ differences: { ...differences, [point.id]: chosen } }),
      );
    const file = (): string => {
      const answered = dialect.openPoints.filter(({ id }) => id in differences);
      const answers = answered.map(({ id, question, answer }) => {
        return { id, answer, comments: [question] };
      });
      return dialectText([], answers);
    };
    return html`<h2>Dialect ${chip(dialect.name ?? 'custom', 'accent')}</h2>
      <p class="dim">The specification leaves ${plural(dialect.openPoints.length, 'point')} open: ${countWords(changed.length)}.</p>
      <div class="cards-row" role="group" aria-label="Named dialects">${dialect.dialects.map(
        ({ name, says, differences: own }) =>
          html`<button type="button" class="card" aria-pressed=${String(name === dialect.name)} onClick=${() => act(`The dialect is ${name}.`, () => control.setDialect({ name }))}><strong>${name}</strong><span class="dim">${says}</span><span class="dim">${countWords(Object.keys(own).length)}</span></button>`,
      )}</div>
      <h2>${isWhole || words ? 'Answers' : 'What differs'}</h2>
      <div class="row wrap tools">
        <input class="field" type="search" placeholder="Change an answer: status, tags, 4.1 …" aria-label="Find an open point" autocomplete="off" onInput=${typed(
          (value) => {
            words = value;
            draw();
          },
        )} />
        <label><input type="checkbox" id="dialect-all" checked=${isWhole} onChange=${() => {
          isWhole = !isWhole;
          draw();
        }} /> Show all ${dialect.openPoints.length}</label>
        ${changed.length > 0 && [button('Undo all', () => act('The dialect is default.', () => control.setDialect({ name: 'default' }))), button('Copy as file', () => copy(file(), 'Dialect file'))]}
      </div>
      ${table(
        'Open points',
        'Question|Answer|Default|#Section|',
        points.map((point) => ({
          key: point.id,
          cells: [
            html`<span><strong>${point.question}</strong><code class="dim below">${point.id}</code></span>`,
            choices(point, answer),
            html`<code>${String(point.default)}</code>`,
            point.section,
            point.answer !== point.default &&
              action('Undo', point.id, () => answer(point, point.default)),
          ],
        })),
        html`<p class="dim">${words ? 'No open point matches.' : 'Nothing differs. Choose a dialect above, or find an answer and change it.'}</p>`,
      )}`;
  }

  return {
    isTouchedBy: () => false,
    async show() {
      const dialect = await control.dialect();
      return () => view(dialect);
    },
  };
}

type Choose = (point: OpenPoint, chosen: Answer) => unknown;

function choices(point: OpenPoint, choose: Choose): View {
  const all = [...new Set([point.default, ...point.alternatives, point.answer])];
  return select(
    {
      class: `field mono ${point.answer === point.default ? '' : 'changed'}`,
      'aria-label': point.question,
      value: String(all.indexOf(point.answer)),
      onChange: typed((value) => {
        const chosen = all[Number(value)];
        if (chosen !== undefined) choose(point, chosen);
      }),
    },
    all.map((one, at) => [String(at), String(one)]),
  );
}

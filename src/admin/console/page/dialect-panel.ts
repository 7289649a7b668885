import { chip, html, type View, wordsOf } from '../../../pages/page/view.ts';
import { dialectText } from '../../../spec/dialect-text.ts';
import { plural } from '../../../values/listed.ts';
import type { DialectView } from '../../control/dialect-choice.ts';
import { action, button, type Console, type Panel, select, table, typed } from './parts.ts';

type OpenPoint = DialectView['openPoints'][number];
type Answer = OpenPoint['answer'];

function countWords(changed: number): string {
  return changed === 0
    ? 'every answer as in openapi.yaml'
    : plural(changed, 'answer differs', 'answers differ');
}

/** The dialect, by name or by single answers. */
export class DialectPanel implements Panel {
  readonly #console: Console;
  #dialect: DialectView | undefined;
  #words = '';
  #isWhole = false;

  constructor(console: Console) {
    this.#console = console;
  }

  async load(): Promise<void> {
    this.#dialect = await this.#console.control.get<DialectView>('/dialect');
  }

  view(): View {
    return this.#dialect && this.#view(this.#dialect);
  }

  #view(dialect: DialectView): View {
    const changed = Object.keys(dialect.differences).length;
    return html`<h2>Dialect ${chip(dialect.name ?? 'custom', 'accent')}</h2>
      <p class="dim">The specification leaves ${plural(dialect.openPoints.length, 'point')} open: ${countWords(changed)}.</p>
      <div class="cards-row" role="group" aria-label="Named dialects">${dialect.dialects.map((one) => this.#card(one, one.name === dialect.name))}</div>
      <h2>${this.#isWhole || this.#words ? 'Answers' : 'What differs'}</h2>
      ${this.#tools(dialect, changed)}
      ${this.#list(dialect)}`;
  }

  #card({ name, says, differences }: DialectView['dialects'][number], isChosen: boolean): View {
    const choose = () => this.#set({ name }, `The dialect is ${name}.`);
    return html`<button type="button" class="card" aria-pressed=${String(isChosen)} onClick=${choose}><strong>${name}</strong><span class="dim">${says}</span><span class="dim">${countWords(Object.keys(differences).length)}</span></button>`;
  }

  #tools(dialect: DialectView, changed: number): View {
    const { copy } = this.#console;
    const undo = () => this.#set({ name: 'default' }, 'The dialect is default.');
    const copyFile = () => copy(fileOf(dialect), 'Dialect file');
    return html`<div class="row wrap tools">
        <input class="field" type="search" placeholder="Change an answer: status, tags, 4.1 …" aria-label="Find an open point" autocomplete="off" onInput=${typed((words) => this.#find(words))} />
        <label><input type="checkbox" id="dialect-all" checked=${this.#isWhole} onChange=${() => this.#toggleWhole()} /> Show all ${dialect.openPoints.length}</label>
        ${changed > 0 && [button('Undo all', undo), button('Copy as file', copyFile)]}
      </div>`;
  }

  #list(dialect: DialectView): View {
    const answer = (point: OpenPoint, chosen: Answer) => this.#answer(dialect, point, chosen);
    return table(
      'Open points',
      'Question|Answer|Default|#Section|',
      this.#shown(dialect).map((point) => ({
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
      html`<p class="dim">${this.#words ? 'No open point matches.' : 'Nothing differs. Choose a dialect above, or find an answer and change it.'}</p>`,
    );
  }

  /** Those that have all words that are looked for. */
  #shown({ openPoints }: DialectView): readonly OpenPoint[] {
    const wanted = wordsOf(this.#words);
    return openPoints.filter((point) => {
      if (wanted.length === 0) return this.#isWhole || point.answer !== point.default;
      const text = `${point.id} ${point.question} ${point.section} ${point.answer}`.toLowerCase();
      return wanted.every((word) => text.includes(word));
    });
  }

  #answer({ differences }: DialectView, { id }: OpenPoint, chosen: Answer): Promise<unknown> {
    return this.#set({ differences: { ...differences, [id]: chosen } }, `${id} is ${chosen}.`);
  }

  #set(choice: object, says: string): Promise<unknown> {
    const { act, control } = this.#console;
    return act(says, () => control.send('PUT', '/dialect', choice));
  }

  #find(words: string): void {
    this.#words = words;
    this.#console.draw();
  }

  #toggleWhole(): void {
    this.#isWhole = !this.#isWhole;
    this.#console.draw();
  }
}

/** Its answers that are not the default, as a file. */
function fileOf({ openPoints, differences }: DialectView): string {
  const answers = openPoints
    .filter(({ id }) => id in differences)
    .map(({ id, question, answer }) => ({ id, answer, comments: [question] }));
  return dialectText([], answers);
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

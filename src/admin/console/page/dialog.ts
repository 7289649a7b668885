import { html, type View } from '../../../pages/page/view.ts';
import { button, messageOf } from './parts.ts';

/** A modal dialog. Errors are shown in it, and the input stays. Without fields, the action destroys something. */
export interface Question {
  readonly title: string;
  readonly text?: string;
  readonly action?: string;
  readonly fields?: View;
  readonly more?: View;
  readonly submit?: (data: FormData) => Promise<unknown>;
}

/** The page's only dialog. Esc and Cancel decline; the browser returns the focus. */
export function dialog(draw: () => void) {
  let question: Question | undefined;
  let problem = '';
  let answered = (_yes: boolean): void => {};
  const element = () => document.getElementById('dialog') as HTMLDialogElement;

  async function send(event: Event): Promise<void> {
    event.preventDefault();
    try {
      await question?.submit?.(new FormData(event.target as HTMLFormElement));
      element().close('yes');
    } catch (error) {
      problem = messageOf(error);
      draw();
    }
  }

  return {
    ask(asked: Question): Promise<boolean> {
      question = asked;
      problem = '';
      draw();
      element().returnValue = 'no';
      element().showModal();
      return new Promise((resolve) => {
        answered = resolve;
      });
    },
    view: (): View =>
      html`<dialog id="dialog" aria-labelledby="dialog-title" onClose=${() => {
        question = undefined;
        draw();
        answered(element().returnValue === 'yes');
      }}>${
        question &&
        html`<form class="dialog" onSubmit=${send}>
        <h2 id="dialog-title">${question.title}</h2>
        ${question.text && html`<p>${question.text}</p>`}
        ${question.fields}
        ${problem && html`<p class="problem" role="alert">${problem}</p>`}
        <div class="row end wrap">${question.more}
          ${button(question.action ? 'Cancel' : 'Close', () => element().close('no'))}
          ${question.action && html`<button type="submit" class="button ${question.fields ? 'main' : 'danger'}">${question.action}</button>`}
        </div>
      </form>`
      }</dialog>`,
  };
}

/** All fields of an object. */
export function fieldsOf(thing: object): View {
  return html`<dl class="pairs mono">${Object.entries(thing).map(
    ([name, value]) =>
      html`<dt>${name}</dt><dd>${typeof value === 'object' ? JSON.stringify(value) : String(value)}</dd>`,
  )}</dl>`;
}

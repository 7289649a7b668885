import { html, type View } from '../../../pages/page/view.ts';
import { Refused } from './control.ts';
import { button } from './parts.ts';
import type { Console } from './types.ts';

/** Asks for the admin token once; after Cancel, the banner offers it again. */
export function adminToken({ control, ask, openWorld }: Console, refused: (text: View) => void) {
  let declined = false;
  let asking = false;

  async function askForIt(): Promise<void> {
    if (asking) return;
    asking = true;
    const given = await ask({
      title: 'Admin token',
      text: 'The server asks for the token it was started with. It is kept until this page is closed.',
      action: 'Use it',
      fields: html`<p><label>Token <input class="field" type="password" name="token" required autocomplete="off" /></label></p>`,
      submit: async (data) => {
        control.adminToken = String(data.get('token'));
        if (await control.isAdmitted()) return;
        control.adminToken = undefined;
        throw new Error('This is not the token the server was started with.');
      },
    });
    asking = false;
    declined = !given;
    if (given) openWorld(control.world);
  }

  return {
    isAsking: () => asking,
    check(error: unknown): undefined {
      if (!(error instanceof Refused) || error.status !== 401) return;
      const enter = button('Enter it…', askForIt);
      refused(html`<span>The server wants the admin token it was started with. ${enter}</span>`);
      if (!declined) void askForIt();
    },
  };
}

export function askForReset({ ask, perform, control }: Console): Promise<boolean> {
  return ask({
    title: 'Reset this world?',
    text: 'Reports, callers, counts, faults, dialect, clock and the requests seen go back to how they began.',
    action: 'Reset',
    submit: () => perform('Everything is as it was in the beginning.', async () => control.reset()),
  });
}

import { existsSync } from 'node:fs';
import { win32 } from 'node:path';

/** What `spawn` takes to start a program on Windows. */
export interface WindowsStart {
  readonly program: string;
  readonly args: readonly string[];
  readonly windowsVerbatimArguments?: true;
}

/** Characters that cmd.exe acts on. */
const special = /[()\][%!^"`<>&|;, *?]/g;

/** In quotes as programs read them, then twice in carets: for `cmd /c`, and for `%*` of the batch file. */
function quoted(argument: string): string {
  return `"${argument.replace(/(?<!\\)(\\*)("|$)/g, (_, before, mark) => before + before + mark.replace('"', '\\"'))}"`
    .replace(special, '^$&')
    .replace(special, '^$&');
}

/**
 * Node starts only programs on Windows: npm and npx are batch files there, which need cmd.exe. It gets every
 * argument quoted, since what is between `&` and `|` would be a command of its own.
 */
export function windowsStart(
  [program = '', ...args]: readonly string[],
  env: { readonly [name: string]: string | undefined },
  exists: (path: string) => boolean = existsSync,
): WindowsStart {
  const variable = (name: string): string =>
    Object.entries(env).find(([key]) => key.toUpperCase() === name)?.[1] ?? '';
  const folders = /[\\/]/.test(program) ? [''] : ['', ...variable('PATH').split(';')];
  const endings = (variable('PATHEXT') || '.COM;.EXE;.BAT;.CMD').toLowerCase().split(';');
  const names = [...(win32.extname(program) ? [''] : []), ...endings].map((end) => program + end);
  const file = folders
    .flatMap((folder) => names.map((name) => win32.join(folder, name)))
    .find(exists);
  if (file === undefined || !/\.(bat|cmd)$/i.test(file)) return { program, args };
  const line = [win32.normalize(file).replace(special, '^$&'), ...args.map(quoted)].join(' ');
  const shell = variable('COMSPEC') || 'cmd.exe';
  return { program: shell, args: ['/d', '/s', '/c', `"${line}"`], windowsVerbatimArguments: true };
}

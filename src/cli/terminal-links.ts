import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { packageRoot } from '../values/package-root.ts';
import type { Io, Output } from './io.ts';

/** Terminals that have shown links (OSC 8) for years, by the variables they set. */
function isKnownToLink(env: Io['env']): boolean {
  const programs = ['iTerm.app', 'WezTerm', 'vscode', 'ghostty', 'Hyper', 'Tabby', 'rio'];
  const terms = ['xterm-kitty', 'xterm-ghostty', 'alacritty', 'foot', 'wezterm'];
  // VTE, of the terminals of GNOME, Xfce and others: 0.52 and newer.
  const isVte = Number(env.VTE_VERSION ?? 0) >= 5200;
  const isWindowsTerminal = env.WT_SESSION !== undefined;
  const isKonsole = Number(env.KONSOLE_VERSION ?? 0) >= 201200;
  const isNamed = programs.includes(env.TERM_PROGRAM ?? '') || terms.includes(env.TERM ?? '');
  return isNamed || isVte || isWindowsTerminal || isKonsole;
}

/** Other terminals might print what they do not understand. FORCE_HYPERLINK is how people overrule a guess. */
export function canLink(output: Output, env: Io['env']): boolean {
  if (output.isTTY !== true || env.TERM === 'dumb') return false;
  if (env.FORCE_HYPERLINK !== undefined) return !['', '0'].includes(env.FORCE_HYPERLINK);
  return env.CI === undefined && isKnownToLink(env);
}

/** The page that the build writes; absent when run from source. */
const builtPage = join(packageRoot, 'dist', 'docs', 'specification.html');

/** The same outputs; where they can link, what they are told of the specification leads to its page. */
export async function withLinks(io: Io, page = builtPage): Promise<Io> {
  const { stdout, stderr, env } = io;
  const isLinking = canLink(stdout, env) || canLink(stderr, env);
  if (!isLinking || !existsSync(page)) return io;
  const { linkedText } = await import('./linked-text.ts');
  const url = pathToFileURL(page).href;
  const linked = (output: Output): Output => ({
    write: (text) => output.write(linkedText(text, url)),
    get isTTY() {
      return output.isTTY;
    },
    get columns() {
      return output.columns;
    },
  });
  return {
    ...io,
    stdout: canLink(stdout, env) ? linked(stdout) : stdout,
    stderr: canLink(stderr, env) ? linked(stderr) : stderr,
  };
}

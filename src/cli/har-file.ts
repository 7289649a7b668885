import { resolve } from 'node:path';
import { HarRecorder } from '../traffic/har-recorder.ts';
import type { Redactor } from '../traffic/redactor.ts';
import { plural } from '../values/listed.ts';
import { version } from '../values/package-root.ts';
import type { Io } from './io.ts';
import { flag, text } from './options.ts';
import { writeFileOf } from './written.ts';

/** The options of commands that record what passes, with what they are no use with. */
export function harOptions(excludes: { readonly [option: string]: string } = {}) {
  return {
    har: text('FILE', 'write the requests and responses as HAR, without tokens', { excludes }),
    'har-with-tokens': flag('keep tokens and cookies in the HAR', { needs: 'har' }),
  };
}

interface HarValues {
  readonly har?: string | undefined;
  readonly 'har-with-tokens'?: boolean | undefined;
}

/** Undefined where no file is asked for. */
export function harRecorder(values: HarValues, redactor: Redactor): HarRecorder | undefined {
  if (values.har === undefined) return undefined;
  return new HarRecorder(values['har-with-tokens'] ? undefined : redactor);
}

/** Readable by this user alone: with or without tokens, it has what was said. */
export function writeHar(values: HarValues, io: Io, recorder: HarRecorder | undefined): void {
  if (values.har === undefined || !recorder) return;
  const path = resolve(io.cwd, values.har);
  const made = `${JSON.stringify(recorder.har(version()), null, 2)}\n`;
  writeFileOf(io, path, made, 0o600);
  if (recorder.leftOut === 0) return;
  const left = plural(recorder.leftOut, 'exchange');
  io.stderr.write(
    `abuse-feed: ${left} not in ${values.har}: without a complete response, no text, too large, or too many.\n`,
  );
}

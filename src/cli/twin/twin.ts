import { existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import type { Target } from '../../../contract-tests/index.ts';
import type { Io } from '../io.ts';
import { adminTokenFrom, command, flag, refuseArguments, text, UsageError } from '../options.ts';
import { serve } from '../serve/serve.ts';
import { serverFlags, typedServerOptions } from '../serve/server-flags.ts';
import { options as serveOptions } from '../serve/settings.ts';
import { choiceOf, describedBy, targetOf } from '../verify/judged.ts';
import { verify } from '../verify/verify.ts';
import type { VerifyTarget } from '../verify/verify-run.ts';
import { configBeside, configOfTwin } from './twin-files.ts';

const judging = {
  target: text('FILE', 'the server: its URLs, its tokens, what it holds (YAML or JSON)'),
  learn: text('FILE', 'where the answers are written (default: NAME.dialect.yaml)'),
  verbose: flag('print all evidence'),
};

const { 'admin-token': adminToken, quiet } = serveOptions;
const serving = {
  ...serverFlags(['port', 'host']),
  'admin-token': adminToken,
  quiet,
};

const definition = {
  page: 'docs/learn.md',
  begins: `Checks a server, learns how it answers what the specification leaves open, and starts its twin.

Usage: abuse-feed twin --target FILE [options]`,
  example: 'abuse-feed twin --target my-server.yaml --learn my.dialect.yaml',
  options: { ...judging, ...serving },
  ends: `The twin has the services, callers and tokens of the target, and is kept in memory. Started again by
abuse-feed serve --config NAME.config.yaml, it takes all options of serve. A server that could not be judged
has no twin: it ends with 3. The twin does not copy broken clauses.`,
};

type Values = { readonly [name: string]: string | boolean | undefined };

/** Selects the options of one command. */
function given(values: Values, known: object): string[] {
  return Object.keys(known).flatMap((name) => {
    const value = values[name];
    if (value === undefined) return [];
    return [typeof value === 'string' ? `--${name}=${value}` : `--${name}`];
  });
}

function cardBeside(target: string): string {
  return `${basename(target).replace(/\.(ya?ml|json)$/i, '')}.dialect.yaml`;
}

/** The environment for the configuration, including tokens written in the target file. */
function withTokens(target: Target, card: string, io: Io): Io['env'] {
  const { unset } = configOfTwin(target, card, io);
  return { ...io.env, ...Object.fromEntries(unset.map(({ name, token }) => [name, token])) };
}

/** Why no twin is started, and what was written all the same. */
function noTwin(card: string, config: string, { cwd, signal }: Io): string {
  const why = signal.aborted
    ? 'Stopped before the server was judged'
    : 'The server could not be judged';
  const isWritten = existsSync(resolve(cwd, card)) && existsSync(resolve(cwd, config));
  const learned = isWritten ? ` What was learned until then is in ${card} and ${config}.` : '';
  return `${why}, so no twin of it is started.${learned}`;
}

/** Runs verify, learn and serve in one go. */
export const twin = command(
  definition,
  async ({ values, positionals }, io, judge?: VerifyTarget) => {
    refuseArguments(positionals, 'twin', describedBy(positionals));
    if (values.target === undefined)
      throw new UsageError('twin needs --target FILE: the server to learn from. See --help.');
    // Judging takes a while, so wrong options of `serve` are reported before it.
    typedServerOptions(values, io);
    adminTokenFrom(values['admin-token'], io.env);

    const card = values.learn ?? cardBeside(values.target);
    const config = configBeside(card);
    const files = ['--config', config, '--dialect', card];
    const target = targetOf(choiceOf(values), io);
    const judged = await verify([...given({ ...values, learn: card }, judging)], io, judge);
    if (judged === 2 || judged === 3) {
      io.stderr.write(`abuse-feed: ${noTwin(card, config, io)}\n`);
      return judged;
    }
    if (judged === 1)
      io.stdout.write(
        'The server violates the specification; its twin does not, and differs there.\n',
      );
    io.stdout.write(
      `Its answers are in ${card}, its services and callers in ${config}. Starting its twin.\n\n`,
    );
    return serve([...files, ...given(values, serving)], {
      ...io,
      env: withTokens(target, card, io),
    });
  },
);

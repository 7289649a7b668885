import type { OperationName } from '../../domain/operation.ts';
import { html, type Markup } from '../html.ts';
import type { Live, Reference } from '../reference.ts';
import { type Sample, sampleOf } from './samples.ts';

/** What the fields of the form are set to, where it is not what succeeds. */
interface Change {
  readonly authorization?: string;
  readonly contentType?: string;
  readonly service?: string;
  readonly report?: string;
  readonly hash?: string;
  readonly body?: string;
}

/** Something that can be sent, right or wrong. */
interface Trial {
  readonly says: string;
  /** What comes of it under the default dialect. */
  readonly outcome: string;
  readonly change: Change;
}

const unknownId = '00000000-0000-4000-8000-000000000000';

const noToken: Trial = {
  says: 'without a token',
  outcome: 'no-token',
  change: { authorization: '' },
};

function trialsOf(name: OperationName, live: Live, sample: Sample): Trial[] {
  const bearer = /^Bearer /.test(sample.authorization) ? 'Bearer ' : '';
  const unknownToken: Trial = {
    says: 'with a token nobody has',
    outcome: 'unknown-token',
    change: { authorization: `${bearer}token-of-nobody` },
  };
  const unknownService: Trial = {
    says: 'to a feed nobody has heard of',
    outcome: 'unknown-service',
    change: { service: 'nosuchco' },
  };
  const by = (says: string, outcome: string, who: Live['callers'][number] | undefined): Trial[] =>
    who ? [{ says, outcome, change: { authorization: who.authorization } }] : [];
  const { callers } = live;
  switch (name) {
    case 'create': {
      const { c2Address: _, ...incomplete } = sample.body ?? {};
      const texted = { ...sample.body, confidenceScore: 'high' };
      const body = JSON.stringify(sample.body, null, 2);
      return [
        ...wrongBodies({ incomplete, texted, body }),
        ...by('as somebody who is no researcher', 'not-a-researcher', callers.find(isOther)),
        noToken,
        unknownToken,
        unknownService,
      ];
    }
    case 'fetch':
      return [...wrongIds, noToken, unknownToken, unknownService];
    case 'delete': {
      const stranger = callers.find(({ mayDelete }) => !mayDelete);
      return [
        ...by('as somebody whose report it is not', 'not-your-report', stranger),
        ...wrongIds,
        noToken,
        unknownToken,
        unknownService,
      ];
    }
    case 'lookup': {
      const spent = callers.find(({ hasNoLookups }) => hasNoLookups);
      return [
        {
          says: 'with a hash nobody has analysed',
          outcome: 'unknown-hash',
          change: { hash: '0'.repeat(64) },
        },
        {
          says: 'with something that is no hash',
          outcome: 'malformed-hash',
          change: { hash: 'not-a-hash' },
        },
        ...by('with no requests left', 'no-requests-left', spent),
        noToken,
        unknownToken,
      ];
    }
  }
}

const isOther = ({ isResearcher }: Live['callers'][number]): boolean => !isResearcher;

const wrongIds: readonly Trial[] = [
  { says: 'with an id nothing has', outcome: 'unknown-report', change: { report: unknownId } },
  { says: 'with a malformed id', outcome: 'malformed-id', change: { report: 'not-an-id' } },
  { says: 'without the id', outcome: 'missing-parameter', change: { report: '' } },
];

const wrongBodies = (of: { incomplete: object; texted: object; body: string }): Trial[] => [
  {
    says: 'with a missing field',
    outcome: 'invalid-report',
    change: { body: JSON.stringify(of.incomplete, null, 2) },
  },
  {
    says: 'with a text for a number',
    outcome: 'invalid-report',
    change: { body: JSON.stringify(of.texted, null, 2) },
  },
  {
    says: 'with a body that is no JSON',
    outcome: 'malformed-request',
    change: { body: of.body.slice(0, -2) },
  },
  {
    says: 'as another content type',
    outcome: 'wrong-content-type',
    change: { contentType: 'text/plain' },
  },
];

/** The form that sends a request to this server. It is shown where a script can send it. */
export function trialMarkup(reference: Reference, name: OperationName): Markup {
  const { live } = reference;
  if (!live) return noServer;
  const sample = sampleOf(reference, name);
  const { path, query, body } = sample;
  return html`<form class="try fields" data-try="${name}" data-method="${sample.method}" data-template="${sample.template}" aria-label="Try ${name}">
<label class="wide"><span>What to send</span><select class="field" name="trial">
<option value="{}">a request as it should be</option>
${trialsOf(name, live, sample).map(
  ({ says, outcome, change }) =>
    html`<option value="${JSON.stringify(change)}" data-outcome="${outcome}">${says}</option>\n`,
)}</select></label>
${callersMarkup(live)}
<label><span>Authorization <span class="dim">empty: not sent</span></span><input class="field mono" name="authorization" autocomplete="off" spellcheck="false" value="${live.callers[0]?.authorization ?? ''}"></label>
${Object.entries(path).map(([key, value]) => parameterMarkup(key, value, 'in the path'))}
${Object.entries(query).map(([key, value]) => parameterMarkup(key, value, 'empty: not sent'))}
${
  body &&
  html`<label><span>Content-Type</span><input class="field mono" name="contentType" autocomplete="off" spellcheck="false" value="application/json"></label>
<label class="wide"><span>Body</span><textarea class="field mono" name="body" rows="9" spellcheck="false">${JSON.stringify(body, null, 2)}</textarea></label>`
}
<div class="wide row"><button type="submit" class="button main">Send</button><button type="reset" class="button">Put back</button></div>
<output class="wide result" aria-live="polite" hidden></output>
</form>
<p class="dim no-script">Sending from here needs JavaScript. The calls above do the same.</p>`;
}

const callersMarkup = ({ callers }: Live): Markup | undefined =>
  callers.length === 0
    ? undefined
    : html`<label class="wide"><span>As</span><select class="field" name="caller">${callers.map(
        ({ name, authorization, note }) =>
          html`<option value="${authorization}">${name} · ${note}</option>`,
      )}<option value="" hidden>somebody else</option></select></label>`;

const parameterMarkup = (name: string, value: string, hint: string): Markup =>
  html`<label><span>${name} <span class="dim">${hint}</span></span><input class="field mono" name="${name}" data-parameter autocomplete="off" spellcheck="false" value="${value}"></label>`;

const noServer = html`<div class="note"><p>These pages were written to files, so requests cannot be sent from here. Start <code>abuse-feed serve</code> and open <code>/docs</code> on it to try them.</p></div>`;

import { type ResponseObject, resolved } from '../../contract/document.ts';
import { operationObject } from '../../contract/operations.ts';
import { html, type Markup } from '../../pages/html.ts';
import type { ReferenceModel, TryItOptions } from '../reference.ts';
import { type Sample, sampleOf } from './call-samples.ts';

/** The form fields that differ from the successful request. */
interface Change {
  readonly authorization?: string;
  readonly contentType?: string;
  readonly service?: string;
  readonly report?: string;
  readonly hash?: string;
  readonly body?: string;
}

/** A request to try, valid or not. */
interface Trial {
  readonly says: string;
  /** Its outcome under the default dialect. */
  readonly outcome: string;
  readonly change: Change;
}

const unknownId = '00000000-0000-4000-8000-000000000000';

type Tries = readonly Omit<Trial, 'outcome'>[];

type Way = (live: TryItOptions, sample: Sample) => Tries;

/** The same request by somebody else, if there is such a caller. */
const by =
  (says: string, isMeant: (who: TryItOptions['callers'][number]) => boolean): Way =>
  ({ callers }) =>
    callers
      .filter(isMeant)
      .slice(0, 1)
      .map(({ authorization }) => ({ says, change: { authorization } }));

/** The same request with something else in it. */
const having =
  (says: string, change: Change): Way =>
  () => [{ says, change }];

/** How to provoke each refusal, where one request can. */
const ways: { readonly [outcome: string]: Way } = {
  'invalid-report': (_live, { body = {} }) => {
    const [, ...others] = Object.entries(body);
    const numbers = Object.entries(body).map(([field, value]) =>
      typeof value === 'number' ? [field, 'high'] : [field, value],
    );
    return [
      { says: 'with a missing field', change: { body: indented(Object.fromEntries(others)) } },
      { says: 'with a text for a number', change: { body: indented(Object.fromEntries(numbers)) } },
    ];
  },
  'malformed-request': (_live, { body }) =>
    body
      ? [{ says: 'with a body that is no JSON', change: { body: indented(body).slice(0, -2) } }]
      : [],
  'wrong-content-type': having('as another content type', { contentType: 'text/plain' }),
  'not-a-researcher': by('as somebody who is no researcher', ({ isResearcher }) => !isResearcher),
  'not-your-report': by('as somebody whose report it is not', ({ mayDelete }) => !mayDelete),
  'no-requests-left': by('with no requests left', ({ hasNoLookups }) => hasNoLookups),
  'unknown-report': having('with an id nothing has', { report: unknownId }),
  'malformed-id': having('with a malformed id', { report: 'not-an-id' }),
  'missing-parameter': having('without the id', { report: '' }),
  'unknown-hash': having('with a hash nobody has analysed', { hash: '0'.repeat(64) }),
  'malformed-hash': having('with something that is no hash', { hash: 'not-a-hash' }),
  'no-token': having('without a token', { authorization: '' }),
  'unknown-token': (_live, { authorization }) => {
    const bearer = /^Bearer /.test(authorization) ? 'Bearer ' : '';
    const change = { authorization: `${bearer}token-of-nobody` };
    return [{ says: 'with a token nobody has', change }];
  },
  'unknown-service': having('to a feed nobody has heard of', { service: 'nosuchco' }),
};

const indented = (value: unknown): string => JSON.stringify(value, null, 2);

/** One per refusal of the operation that a request can provoke. */
function trialsOf(
  { document }: ReferenceModel,
  name: string,
  live: TryItOptions,
  sample: Sample,
): Trial[] {
  const { responses } = operationObject(document, name);
  const outcomes = Object.values(responses).flatMap((response) => {
    const { content = {}, 'x-empty-body': empty = [] } = resolved<ResponseObject>(
      document,
      response,
    );
    return [
      ...Object.values(content).flatMap(({ examples = {} }) => Object.keys(examples)),
      ...empty,
    ];
  });
  return outcomes.flatMap((outcome) =>
    (ways[outcome]?.(live, sample) ?? []).map((one) => ({ ...one, outcome })),
  );
}

/** The form that sends a request to this server. It is shown only if scripts run. */
export function trialMarkup(reference: ReferenceModel, name: string): Markup {
  const { live } = reference;
  if (!live) return noServer;
  const sample = sampleOf(reference, name);
  const { path, query, body } = sample;
  return html`<form class="try fields card" data-try="${name}" data-method="${sample.method}" data-template="${sample.template}" aria-label="Try ${name}">
<label class="wide"><span>What to send</span><select class="field" name="trial">
<option value="{}">a correct request</option>
${trialsOf(reference, name, live, sample).map(
  ({ says, outcome, change }) =>
    html`<option value="${JSON.stringify(change)}" data-outcome="${outcome}">${says}</option>\n`,
)}</select></label>
${callersMarkup(live)}
<label><span>Authorization <span class="dim">(left out when empty)</span></span><input class="field mono" name="authorization" autocomplete="off" spellcheck="false" value="${live.callers[0]?.authorization ?? ''}"></label>
${Object.entries(path).map(([key, value]) => parameterMarkup(key, value, '(path)'))}
${Object.entries(query).map(([key, value]) => parameterMarkup(key, value, '(query, left out when empty)'))}
${
  body &&
  html`<label><span>Content-Type</span><input class="field mono" name="contentType" autocomplete="off" spellcheck="false" value="application/json"></label>
<label class="wide"><span>Body</span><textarea class="field mono" name="body" rows="9" spellcheck="false">${JSON.stringify(body, null, 2)}</textarea></label>`
}
<div class="wide row"><button type="submit" class="button main">Send</button><button type="reset" class="button">Reset the form</button></div>
<output class="wide result" aria-live="polite" hidden></output>
</form>
<p class="dim no-script">Sending from here needs JavaScript. The requests above do the same.</p>`;
}

const callersMarkup = ({ callers }: TryItOptions): Markup | undefined =>
  callers.length === 0
    ? undefined
    : html`<label class="wide"><span>As</span><select class="field" name="caller">${callers.map(
        ({ name, authorization, note }) =>
          html`<option value="${authorization}">${name} · ${note}</option>`,
      )}<option value="" hidden>somebody else</option></select></label>`;

const parameterMarkup = (name: string, value: string, hint: string): Markup =>
  html`<label><span>${name} <span class="dim">${hint}</span></span><input class="field mono" name="${name}" data-parameter autocomplete="off" spellcheck="false" value="${value}"></label>`;

const noServer = html`<div class="note"><p>These pages were written to files, so requests cannot be sent from here. Start <code>abuse-feed serve</code> and open <code>/docs</code> on it to try them.</p></div>`;

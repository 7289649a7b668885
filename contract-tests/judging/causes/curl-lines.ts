import { curl, quoted } from '../../../src/spec/traffic/curl.ts';
import { operationPath, operationPlace } from '../../service/operations/operations.ts';
import { idForms } from '../../service/requests/made-up.ts';
import { variables } from '../../service/target/target-file.ts';
import { fillIn, type Placed, placedIn } from './placeholder.ts';
import type { RecordedCall } from './recorded-call.ts';

/** Where the calls are sent. */
export interface CalledUrls {
  readonly baseUrl: string;
  readonly analysisUrl: string;
}

/** The variable for a token: the one that overrides the target file, if any. */
const tokenVariable = (key: string): string =>
  variables[key] ?? `ABUSE_FEED_TOKEN_LIMITED_${Number(/\[(\d+)\]$/.exec(key)?.[1] ?? 0) + 1}`;

const variableOf = ({ form, name }: Placed): string =>
  (form ? `${form}-${name}` : name).replaceAll('-', '_');

/** In single quotes, except for what the shell fills in. */
const quote = (text: string): string =>
  fillIn(quoted(text), (placed) => `'"$${variableOf(placed)}"'`);

/** Sets a variable before its first use; what only a reader can know is described. */
const setting = (placed: Placed): string => {
  const { form, name } = placed;
  const value = form
    ? quoted(`${variableOf({ name })} ${idForms[form].says}`)
    : name.startsWith('hash')
      ? '$(openssl rand -hex 32)'
      : quoted('the id in that response');
  return `${variableOf(placed)}=${value}`;
};

const urlOf = (
  { operation, service, report, hash, way }: RecordedCall,
  urls: CalledUrls,
): string => {
  const base = operationPlace(operation).area === 'lookup' ? urls.analysisUrl : urls.baseUrl;
  const path = operationPath(operation, { service, report, hash });
  const named = path.replace(/%7B%7B([\w-]+)%7D%7D/g, '{{$1}}');
  return base.replace(/\/+$/, '') + (way?.rawPath ?? named);
};

/** The token of a caller: of the target file, none, or a forged one, which has to be made first. */
const tokenOf = ({ caller, operation }: RecordedCall) => {
  if (caller === 'nobody') return {};
  if (caller === 'blank token') return { headers: { Authorization: '' } };
  if (caller.startsWith('tokens.')) return { authorization: `$${tokenVariable(caller)}` };
  const owner =
    operationPlace(operation).area === 'lookup' ? 'tokens.analyst' : 'tokens.researcher';
  return { authorization: '$forged', forged: quoted(`${caller}, made from ${owner}`) };
};

/** The calls of a cause as curl commands, to read and to paste; `abuse-feed replay` judges them. */
export const curlLines = (calls: readonly RecordedCall[], urls: CalledUrls): string[] => {
  const set = new Set(
    calls.flatMap(({ creates }) => (creates ? variableOf({ name: creates }) : [])),
  );
  return calls.flatMap((call, nth) => {
    const { operation, body, contentType, accept = 'application/json', way } = call;
    const { authorization, forged, headers } = tokenOf(call);
    const line = curl(
      {
        method: call.method ?? operationPlace(operation).method,
        url: urlOf(call, urls),
        authorization,
        headers: {
          ...headers,
          Accept: accept || undefined,
          ...(contentType !== undefined && { 'Content-Type': contentType }),
          ...(call.encoding !== undefined && { 'Accept-Encoding': call.encoding }),
          ...way?.headers,
          ...(way?.chunked && { 'Transfer-Encoding': 'chunked' }),
        },
        body,
        isVerbose: true,
      },
      { quote },
    );
    const unset = placedIn(JSON.stringify(call)).filter((one) => {
      const isNew = !set.has(variableOf(one));
      set.add(variableOf(one));
      return isNew;
    });
    const isFollowed = call.atOnce !== undefined && calls[nth + 1]?.atOnce === call.atOnce;
    return [
      ...(call.after ? [`sleep ${Math.ceil(call.after / 1000)}`] : []),
      ...unset.map(setting),
      ...(forged ? [`forged=${forged}`] : []),
      ...(way?.padTo ? [`# pad the body with blanks to ${way.padTo} characters`] : []),
      isFollowed ? `${line} &` : line,
      ...(call.creates ? [setting({ name: call.creates })] : []),
    ];
  });
};

import { curl, quoted } from '../../../src/traffic/curl.ts';
import { calledPath } from '../../../src/values/path-template.ts';
import { withoutTrailingSlashes } from '../../../src/values/url.ts';
import type { Service } from '../service.ts';
import { type Placed, Placeholders } from './placeholder.ts';
import type { RecordedCall } from './recorded-call.ts';

function variableOf({ form, name }: Placed): string {
  return (form ? `${form}-${name}` : name).replaceAll('-', '_');
}

function urlOf(service: Service, { operation, about, way }: RecordedCall): string {
  const called = service.operations.of(operation);
  const path = calledPath(called, about).replace(/%7B%7B([\w-]+)%7D%7D/g, '{{$1}}');
  return withoutTrailingSlashes(service.urlOf(called.area)) + (way?.rawPath ?? path);
}

/** The calls of a cause as curl commands, to read and to paste; `verify --cause` judges them. */
export function curlLines(service: Service, calls: readonly RecordedCall[]): string[] {
  const { operations, callers, created } = service;
  const placeholders = new Placeholders(created);
  /** In single quotes, except for what the shell fills in. */
  const quote = (text: string): string =>
    placeholders.fill(quoted(text), (placed) => `'"$${variableOf(placed)}"'`);
  /** Sets a variable before its first use; what only a reader can know is described. */
  const setting = (placed: Placed): string => {
    const { form, name } = placed;
    const described = form
      ? `${variableOf({ name })} ${created.forms[form]?.says}`
      : 'the id in that response';
    const fresh = !form && placeholders.isFresh(placed) ? created.fresh : undefined;
    return `${variableOf(placed)}=${fresh ? fresh.inShell : quoted(described)}`;
  };
  const set = new Set(
    calls.flatMap(({ creates }) => (creates ? variableOf({ name: creates }) : [])),
  );
  return calls.flatMap((call, nth) => {
    const { operation, body, contentType, accept = 'application/json', way } = call;
    const { area, method } = operations.of(operation);
    const { authorization, forged, headers } = callers.inShell(call.caller, area);
    const line = curl(
      {
        method: call.method ?? method,
        url: urlOf(service, call),
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
    const unset = placeholders.in(JSON.stringify(call)).filter((one) => {
      const isNew = !set.has(variableOf(one));
      set.add(variableOf(one));
      return isNew;
    });
    const isFollowed = call.atOnce !== undefined && calls[nth + 1]?.atOnce === call.atOnce;
    return [
      ...(call.after ? [`sleep ${Math.ceil(call.after / 1000)}`] : []),
      ...unset.map(setting),
      ...(forged ? [`forged=${quoted(forged)}`] : []),
      ...(way?.padTo ? [`# pad the body with blanks to ${way.padTo} characters`] : []),
      isFollowed ? `${line} &` : line,
      ...(call.creates ? [setting({ name: call.creates })] : []),
    ];
  });
}

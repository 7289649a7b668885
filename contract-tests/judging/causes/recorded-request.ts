import { type Caller, isLimited } from '../../service/requests/callers.ts';
import { idForms, madeUpHash } from '../../service/requests/made-up.ts';
import type { Ask } from '../talk/ask.ts';
import { fillIn } from './placeholder.ts';
import { mapped, type RecordedCall } from './recorded-call.ts';

const filled = (text: string, values: Map<string, string>): string =>
  fillIn(text, ({ form, name }) => {
    const known = values.get(name) ?? (name.startsWith('hash') ? madeUpHash() : '');
    values.set(name, known);
    return form ? idForms[form].of(known) : known;
  });

/** The request of a recorded call, with the ids and hashes of this replay. */
export const requestFor = (
  call: RecordedCall,
  caller: Caller,
  values: Map<string, string>,
): Ask => {
  const {
    operation,
    method,
    service,
    report,
    hash,
    body,
    contentType,
    accept,
    encoding = '',
    way,
    kept,
  } = call;
  const sent = body === undefined ? undefined : filled(body, values);
  return {
    operation,
    ...(method && { method }),
    caller,
    about: {
      ...(service !== undefined && { service }),
      ...(report !== undefined && { report: filled(report, values) }),
      ...(hash !== undefined && { hash }),
    },
    ...(sent !== undefined && sentIn(sent)),
    ...(sent !== undefined && { body: sent }),
    ...(contentType !== undefined && { contentType }),
    ...(accept !== undefined && { accept }),
    encoding,
    // Another method is open; only its effect on others matters.
    ...((way || method) && {
      way: {
        ...way,
        ...(method && { isOdd: true }),
        ...(way?.rawPath !== undefined && { rawPath: filled(way.rawPath, values) }),
        ...(way?.headers && { headers: mapped(way.headers, (value) => filled(value, values)) }),
      },
    }),
    ...(kept !== undefined && { kept }),
    once: isLimited(caller.key),
  };
};

const sentIn = (text: string): { readonly sent?: unknown } => {
  try {
    return { sent: JSON.parse(text) };
  } catch {
    return {};
  }
};

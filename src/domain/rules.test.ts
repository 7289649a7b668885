import { expect, test } from 'vitest';
import type { WhoMay } from '../spec/who-may.ts';
import type { Caller } from './caller.ts';
import { isAmong } from './rules.ts';

const reader: Caller = { id: 'reader', name: 'Reader', token: 't', roles: [] };
const researcher: Caller = { ...reader, id: 'researcher', roles: ['researcher'] };

test.each<[WhoMay, Caller | undefined, boolean]>([
  [{ any: ['anybody'], except: [] }, undefined, true],
  [{ any: ['known'], except: [] }, undefined, false],
  [{ any: ['known'], except: ['researcher'] }, reader, true],
  [{ any: ['known'], except: ['researcher'] }, researcher, false],
  [{ any: ['researcher'], except: [] }, reader, false],
  [{ any: ['creator', 'owner'], except: [] }, researcher, false],
])('of %j, %j is one: %s', (who, caller, expected) => {
  expect(isAmong(who, caller)).toBe(expected);
});

import { expect, test } from 'vitest';
import { calledPath } from '../values/path-template.ts';
import { calledOperation, isNearContract, operationsAt } from './called-operation.ts';
import { operationPlaces } from './operations.ts';

test.each([...operationPlaces])('$name is recognised by its own method and path', (place) => {
  const names = place.parameters.map(({ name }) => name);
  const values = Object.fromEntries(names.map((name) => [name, `a ${name}/?`]));
  const [path = ''] = calledPath(place, values).split('?', 1);
  const called = calledOperation(place.method, () => path);
  const inPath = place.parameters.filter((one) => one.in === 'path').map(({ name }) => name);
  expect(called?.place.name).toBe(place.name);
  expect(Object.entries(called?.named ?? {})).toEqual(
    inPath.map((name) => [name, encodeURIComponent(`a ${name}/?`)]),
  );
});

function namesAt(path: string): string[] {
  return operationPlaces.filter((one) => one.path === path).map(({ name }) => name);
}

test.each([
  ['/feed/tunnelco/api', namesAt('/feed/{service}/api'), true],
  ['/feed/tunnelco/api/', [], true],
  ['/feed//api', [], true],
  ['/feed/tunnelco/apis', [], true],
  ['/FEED/tunnelco/api', [], false],
  ['/feed', [], false],
  ['/private/sample/0', namesAt('/private/sample/{hash}'), true],
  ['/private/0', [], true],
  ['/', [], false],
  ['', [], false],
])('%s has %j', (path, names, isNear) => {
  expect(operationsAt(() => path).map(({ place }) => place.name)).toEqual(names);
  expect(isNearContract(path)).toBe(isNear);
});

test('an area is asked for its own paths only', () => {
  const inLookup = (area: string) => (area === 'lookup' ? '/private/sample/0' : undefined);
  const inFeed = (area: string) => (area === 'feed' ? '/private/sample/0' : undefined);
  expect(calledOperation('GET', inLookup)?.named).toEqual({ hash: '0' });
  expect(calledOperation('GET', inFeed)).toBeUndefined();
});

test('a path of a million segments is no more than looked through', () => {
  for (const path of ['/feed'.repeat(1_000_000), '/'.repeat(1_000_000)])
    expect(operationsAt(() => path)).toEqual([]);
});

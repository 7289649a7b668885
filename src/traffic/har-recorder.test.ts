import { expect, test } from 'vitest';
import type { HttpExchange } from './exchange.ts';
import { HarRecorder } from './har-recorder.ts';

test('a body that is no text is left out and counted, since it could not be told as it was', () => {
  const recorder = new HarRecorder(undefined);
  const exchange: HttpExchange = {
    request: { method: 'GET', url: 'http://a.example/', headers: {} },
    response: { status: 200, headers: {}, body: 'x' },
    startedAt: 0,
    endedAt: 1,
  };
  recorder.add(exchange);
  const response = { ...exchange.response, garbled: 'it is not UTF-8' };
  recorder.add({ ...exchange, response });
  expect(recorder.har('1').log.entries).toHaveLength(1);
  expect(recorder.leftOut).toBe(1);
});
